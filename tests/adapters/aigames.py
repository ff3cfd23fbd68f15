"""In the style of theaigames.com's starter bot for Four in a Row."""
import sys

settings, field = {}, []
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "settings":
        settings[words[1]] = words[2]
    elif words[:3] == ["update", "game", "field"]:
        field = [row.split(",") for row in words[3].split(";")]
        assert len(field) == int(settings["field_rows"]) and len(field[0]) == int(settings["field_columns"])
    elif words[:2] == ["action", "move"]:
        mine = settings["your_botid"]
        column = max((c for c in range(7) if field[0][c] == "0"), key=lambda c: sum(row[c] == mine for row in field))
        sys.stdout.write("place_disc %d\n" % column)
        sys.stdout.flush()
