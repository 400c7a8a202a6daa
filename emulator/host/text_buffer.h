#ifndef HOST_TEXT_BUFFER_H
#define HOST_TEXT_BUFFER_H

#include <mgba/flags.h>

#include <mgba/core/scripting.h>

// Creates the text buffer of console:createBuffer, which is a text view in mGBA's window. Without a window it discards everything.
// mGBA crashes if there is no factory.
struct mScriptTextBuffer* text_buffer_create(void* unused);

#endif
