---@meta

-- What the bridge uses of mGBA's scripting API (0.10.0 to 0.11), for the language server. Nothing here runs.

---@class mgba.MemoryDomain
local MemoryDomain = {}
---@return integer
function MemoryDomain:base() end
---@return integer
function MemoryDomain:size() end
---@return integer
function MemoryDomain:bound() end
---@return string
function MemoryDomain:name() end
---@param offset integer
---@return integer
function MemoryDomain:read8(offset) end
---@param offset integer
---@return integer
function MemoryDomain:read16(offset) end
---@param offset integer
---@return integer
function MemoryDomain:read32(offset) end
---@param offset integer
---@param length integer
---@return string
function MemoryDomain:readRange(offset, length) end
---@param offset integer
---@param value integer
function MemoryDomain:write8(offset, value) end
---@param offset integer
---@param value integer
function MemoryDomain:write16(offset, value) end
---@param offset integer
---@param value integer
function MemoryDomain:write32(offset, value) end

---@class mgba.Image 0.11
local Image = {}
---@param path string
---@return boolean
function Image:save(path) end

---@class mgba.Core
---@field memory table<string, mgba.MemoryDomain>
---@field screenshotToImage? fun(self: mgba.Core): mgba.Image? 0.11
local Core = {}
---@return integer 0 GBA, 1 GB, -1 none
function Core:platform() end
---@return integer
function Core:currentFrame() end
---@return integer
function Core:romSize() end
---@param kind integer
---@return string bytes
function Core:checksum(kind) end
---@return string
function Core:getGameTitle() end
---@return string
function Core:getGameCode() end
function Core:reset() end
---@param name string
---@return integer? value signed; nil when there is no such register
function Core:readRegister(name) end
---@param name string
---@param value integer
function Core:writeRegister(name, value) end
---@return integer mask
function Core:getKeys() end
---@param mask integer
function Core:addKeys(mask) end
---@param mask integer
function Core:clearKeys(mask) end
---@param address integer
---@return integer
function Core:read8(address) end
---@param address integer
---@return integer
function Core:read16(address) end
---@param address integer
---@return integer
function Core:read32(address) end
---@param address integer
---@param length integer
---@return string
function Core:readRange(address, length) end
---@param address integer
---@param value integer
function Core:write8(address, value) end
---@param address integer
---@param value integer
function Core:write16(address, value) end
---@param address integer
---@param value integer
function Core:write32(address, value) end
---@param path string
function Core:screenshot(path) end
---@param flags integer
---@return string?
function Core:saveStateBuffer(flags) end
---@param bytes string
---@param flags integer
---@return boolean is_loaded mGBA loads the attachments even when it is false
function Core:loadStateBuffer(bytes, flags) end
---@param slot integer
---@param flags integer
---@return boolean
function Core:saveStateSlot(slot, flags) end
---@param slot integer
---@param flags integer
---@return boolean
function Core:loadStateSlot(slot, flags) end
---@param path string
---@return boolean
function Core:loadFile(path) end
---@return boolean
function Core:autoloadSave() end
---@param path string created if it does not exist
---@param temporary boolean
---@return boolean
function Core:loadSaveFile(path, temporary) end
function Core:step() end
---@return integer
function Core:frameCycles() end
---@return integer cycles per second
function Core:frequency() end

---@class mgba.Callbacks
local Callbacks = {}
---@param name string like "frame"; our own host fires more callbacks than mGBA
---@param fn fun()
---@return integer id
function Callbacks:add(name, fn) end
---@param id integer removing an id twice crashes 0.10
function Callbacks:remove(id) end

---@class mgba.Console
local Console = {}
---@param text string
function Console:log(text) end
---@param text string
function Console:warn(text) end
---@param text string
function Console:error(text) end

---@class mgba.RawSocket the raw socket inside one of mGBA's sockets; closed by the garbage collector
---@field error integer of the latest call; 0: none
local RawSocket = {}
---@param address string
---@param port integer
---@return integer error
function RawSocket:open(address, port) end
---@param address string
---@param port integer
---@return integer error
function RawSocket:connect(address, port) end
---@param backlog integer
---@return integer error
function RawSocket:listen(backlog) end
---@return mgba.RawSocket
function RawSocket:accept() end
---@param bytes string
---@return integer sent 1 on a dead connection
function RawSocket:send(bytes) end
---@param max integer
---@return string bytes empty on an error and at the end of the stream
function RawSocket:recv(max) end
---@param milliseconds integer
---@return integer ready 1, 0 or -1
function RawSocket:select(milliseconds) end

---@type mgba.Core? nil without a game
emu = nil
---@type mgba.Callbacks
callbacks = nil
---@type mgba.Console
console = nil
---@type { create: fun(): mgba.RawSocket }
_socket = nil
---@type { ERRORS: table<integer, string> }
socket = nil
---@type { SOCKERR: table<string, integer>, CHECKSUM: table<string, integer> }
C = nil
---@class mgba.Host our own host
---@field idleLeft fun(): integer microseconds until the frame is due, when a `select` in `idle` returns -1
--- Yields the processor to other programs this number of times. Returns false when the script should stop yielding, because the
--- frame is due or others keep the processor.
---@field yieldProcessor? fun(times: integer): boolean
---@field picture fun(): string the latest frame: red, green, blue and a byte without meaning for each pixel, from the top left
---@field shownPicture? fun(): string what `picture` returns, with the messages to the player over it
--- Shows a line of 1 to 600 bytes in the picture of this frame and the next ones; returns false if an argument is wrong.
---@field showMessage? fun(text: string, frames: integer): boolean
---@field pictureWidth fun(): integer pixels in a line of the picture
---@field pictureHeight fun(): integer lines of the picture
--- The XXH64 of red, green and blue of a part of the picture, in hexadecimal; of all with width or height 0.
---@field pictureHash fun(x: integer, y: integer, width: integer, height: integer): string
---@field speed fun(): integer thousandths of the console's speed; 0: unlimited
---@field setSpeed fun(thousandths: integer)
---@field setDrawing fun(on: boolean) whether the next frame and those after it are drawn
---@field quietFrames? fun(frames: integer) skips the callback `frame` for the next frames; only with a single script
---@field resetGame fun() resets the game after the callback; the next `frame` is that of its first whole frame, 1
---@field setSaveKind fun(kind: integer): integer sets the kind of a GBA's save memory, as in a state; returns the kind before
---@field isFile fun(path: string): boolean whether the path is a regular file
---@field loadFile fun(path: string): boolean as `emu:loadFile`, but from memory
---@field loadSave fun(path: string, temporary: boolean): boolean as `emu:loadSaveFile`, but a temporary one does not change the file
---@field autoloadSave fun(): boolean as `emu:autoloadSave`
--- Returns a line of the first frame of the history, the present one, the last one, the bytes, and frame and value of the latest hash of
--- the memory, or two hyphens; then a line for each mark: frame, space, name. These functions are missing without a history.
---@field history? fun(): string
--- Marks a frame up to the present one; returns false if it isn't there, or there are too many marks.
---@field markHistory? fun(name: string, frame: integer): boolean
--- Puts a line of text at the present frame, and returns the frame; -1: it is no line of 1 to 600 bytes.
---@field addNote? fun(text: string): integer
---@field notes? fun(): string a line for each note: frame, space, text
---@field reachesFrame? fun(frame: integer): boolean whether a frame of the history can be returned to
---@field rewind? fun(frame: integer): boolean returns to a frame after the callback; then calls that frame's callback, with its keys
--- Writes frames of the history as a movie. Returns its id, size, first frame and clock, or "!" and a sentence. These functions are missing
--- without a history.
---@field writeMovie? fun(from: integer, to: integer): string
---@field readMovie? fun(id: integer, offset: integer): string a piece of the movie; empty: it has another id, or ends before
---@field sendMovie? fun(offset: integer, total: integer, piece: string): string a sentence if it can't take the piece
---@field readSound? fun(from: integer): string samples from a number on, 16 bits each, left and right
---@field soundBegin? fun(): integer the number of the first sample that `readSound` returned
--- Returns a line "HEX TEXT" for each instruction, up to 256.
---@field disassemble? fun(mode: "arm"|"thumb"|"sm83", address: integer, bytes: string, lines: integer): string
--- These functions are described in emulator/host/breakpoints.h.
---@field setBreakpoint? fun(...): integer
---@field clearBreakpoint? fun(id: integer): boolean
---@field breakpoints? fun(): string
---@field takeHits? fun(): string
---@field setVolume? fun(percent: integer)
--- Returns the names of the cartridge's sensors with commas, or a hyphen; tilt to the right, tilt towards the player, gyroscope and light
--- in thousandths; 1 if the motor has run in this frame, or 0; and what the cartridge's clock tells.
---@field sensors? fun(): string
---@field setSensors? fun(tilt_x: integer, tilt_y: integer, gyroscope: integer, light: integer): boolean false: one is out of range
---@field rumbles? fun(): boolean whether the cartridge's motor has run in this frame
---@field canSetClock? fun(): boolean false: the cartridge's clock goes on with the frames
---@field setClock? fun(seconds: integer): boolean sets the cartridge's clock; false: it goes on with the frames
--- These functions are described in emulator/host/cheating.h.
---@field cheats? fun(): string
---@field setCheats? fun(text: string): string
--- Plays the movie that was sent up to a frame (0: all) after the callback. Returns a sentence if it can't.
---@field playMovie? fun(to: integer, stops: boolean): string
--- Returns "STATE PLAYED CHECKED AFTER BEFORE REGIONS", and in the state "refused" a line with the reason.
---@field movieResult? fun(): string
---@field stopMovie? fun()
---@field seesOpposing fun(): boolean whether the game sees opposing directions that are pressed together
--- These functions exist only in a process of branches; emulator/host/branch_script.h describes them.
---@field branchState? fun(): string
---@field branchUntil? fun(): string
---@field branchReads? fun(): string
---@field branchDecide? fun(is_met: boolean, held: string)
---@field branchRefuse? fun(line: integer, sentence: string)
---@field branchBytes? fun(bytes: string, address: string)
---@field branchNowhere? fun()
---@field branchKeep? fun(state: string)
---@field isEnding fun(): boolean whether the host is shutting down

---@type mgba.Host?
_host = nil
---@type { version: string, revision: integer }? 0.11
system = nil
---@type { dir: string, path: string }? 0.11
script = nil
