/*
 * disk-room.h - is there room for a database, so that writing it is worth a try?
 */
#ifndef REFEREE_DIRECTOR_DISK_ROOM_H
#define REFEREE_DIRECTOR_DISK_ROOM_H

#include <stdbool.h>

/* Has the file system of this database enough room, and a free inode? The database itself may not
 * exist yet. True where that is not known: the next try says why. */
bool disk_room_is_there(const char *path);

#endif
