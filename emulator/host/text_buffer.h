#ifndef HOST_TEXT_BUFFER_H
#define HOST_TEXT_BUFFER_H

#include <mgba/flags.h>

#include <mgba/core/scripting.h>

// What console:createBuffer gives a script here. In mGBA's window it is a page of text that scripts redraw in each
// frame; without a window nobody could read it, so it swallows everything. Without any factory mGBA would crash.
struct mScriptTextBuffer* text_buffer_create(void* unused);

#endif
