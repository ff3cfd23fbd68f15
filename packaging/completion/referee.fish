# fish completion for referee, referee-bot, referee-solve and referee-adapt.
# The programs print what the last word can be, in the form that fish takes.

function __referee_complete
    # -x is of fish 4, where -o keeps quotes.
    set -l words (commandline -xpc 2>/dev/null; or commandline -opc | string replace -r '^~/' $HOME/)
    set -l last (commandline -ct)
    for quote in '' '"' "'"
        set -l plain (string unescape -- "$last$quote" 2>/dev/null)
        and set last "$plain"
        and break
    end
    set -l ask --complete
    string match -qr '(^|/)referee$' -- $words[1]; and set ask complete --
    for line in ($words[1] $ask $words[2..-1] "$last" 2>/dev/null)
        set -l parts (string split \t -- $line)
        if test -n "$parts[1]"
            printf '%s\n' $line
            continue
        end
        # Names that fish knows, behind the part of the word that stays.
        set -l rest (string sub -s (math (string length -- "$parts[3]") + 1) -- "$last")
        switch $parts[2]
            case files
                for name in (__fish_complete_path $rest)
                    printf '%s\n' $parts[3]$name
                end
            case folders
                for name in (__fish_complete_directories $rest)
                    printf '%s\n' $parts[3]$name
                end
            case programs
                for name in (complete -C $rest)
                    printf '%s\n' $parts[3]$name
                end
        end
    end
end

for program in referee referee-bot referee-solve referee-adapt
    complete -c $program -f -a '(__referee_complete)'
end
