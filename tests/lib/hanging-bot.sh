#!/bin/sh
# A bot that hangs before its game: hanging-bot.sh FOLDER NAME. When it is prepared, which is its first start, it does as a bot does.
# Later it never says that it is ready, and ends neither by `quit` nor by the end of its input; FOLDER/begun is there then.
read -r ugi
echo ugiok
read -r ready
if mkdir "$1/$2" 2>/dev/null; then
	echo readyok
	exit 0
fi
: >"$1/begun"
exec sleep 3600
