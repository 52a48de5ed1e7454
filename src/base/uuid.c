// SPDX-License-Identifier: GPL-2.0-or-later
/* Version 4 UUIDs. */
#include "base/uuid.h"
#include "base/fatal.h"

#include <stdio.h>
#include <sys/random.h>

const char *uuid_fresh(char buffer[UUID_SIZE])
{
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes))
        fatal("the kernel gives no random numbers");
    bytes[6] = (unsigned char)((bytes[6] & 0x0f) | 0x40);
    bytes[8] = (unsigned char)((bytes[8] & 0x3f) | 0x80);
    char *at = buffer;
    for (unsigned i = 0; i < sizeof(bytes); i++)
        at += sprintf(at, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", bytes[i]);
    return buffer;
}
