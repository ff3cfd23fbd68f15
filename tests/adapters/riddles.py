"""In the style of a bot for Riddles.io's Four in a Row."""
import sys

settings, field = {}, []
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["settings"]:
        settings[words[1]] = words[2]
        assert words[1] != "your_bot" or words[2] in settings["player_names"].split(",")
    elif words[:3] == ["update", "game", "field"]:
        width = int(settings["field_width"])
        cells = words[3].split(",")
        field = [cells[i:i + width] for i in range(0, len(cells), width)]
        assert len(field) == int(settings["field_height"])
        assert sum(row.count("0") for row in field) - sum(row.count("1") for row in field) == int(settings["your_botid"])
    elif words[:2] == ["action", "move"]:
        assert int(words[2]) <= int(settings["timebank"])
        print("place_disc", max(column for column in range(width) if field[0][column] == "."), flush=True)
