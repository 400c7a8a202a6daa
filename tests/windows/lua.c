// A Lua for Windows: runs the script that is its first argument. Lua itself is the DLL that the package KeraLua brings.
#include <stdio.h>

typedef struct lua_State lua_State;
__declspec(dllimport) lua_State* luaL_newstate(void);
__declspec(dllimport) void luaL_openlibs(lua_State*);
__declspec(dllimport) int luaL_loadfilex(lua_State*, const char* file, const char* mode);
__declspec(dllimport) int lua_pcallk(lua_State*, int arguments, int results, int handler, long long context, void* continuation);
__declspec(dllimport) const char* lua_tolstring(lua_State*, int index, size_t* length);
__declspec(dllimport) void lua_createtable(lua_State*, int array, int record);
__declspec(dllimport) const char* lua_pushstring(lua_State*, const char* text);
__declspec(dllimport) void lua_rawseti(lua_State*, int index, long long key);
__declspec(dllimport) void lua_setglobal(lua_State*, const char* name);

int main(int count, char** arguments) {
    if (count < 2) {
        fprintf(stderr, "lua.exe SCRIPT [ARGUMENT]...\n");
        return 2;
    }
    lua_State* lua = luaL_newstate();
    luaL_openlibs(lua);
    lua_createtable(lua, 0, 0);
    for (int i = 1; i < count; ++i) {
        lua_pushstring(lua, arguments[i]);
        lua_rawseti(lua, -2, i - 1);
    }
    lua_setglobal(lua, "arg");
    if (luaL_loadfilex(lua, arguments[1], NULL) || lua_pcallk(lua, 0, 0, 0, 0, NULL)) {
        fprintf(stderr, "%s\n", lua_tolstring(lua, -1, NULL));
        return 1;
    }
    return 0;
}
