-- Keeps the compiled files of the script: most specs load the whole script, and compiling it would take most of their time. Running a
-- chunk again creates everything again, as loading its file does.
local chunks = {}

local kept, paths = {}, {}

--- Returns the compiled file.
---@param path string
---@return function
function chunks.of(path)
  kept[path] = kept[path] or assert(loadfile(path))
  return kept[path]
end

--- Finds a module like Lua's own searcher.
local function search(name)
  local key = package.path .. "\n" .. name
  local path, problem = paths[key]
  if not path then
    path, problem = package.searchpath(name, package.path)
    if not path then return problem end
    paths[key] = path
  end
  return chunks.of(path), path
end

--- Takes the place of the searcher for Lua files.
function chunks.install()
  package.searchers[2] = search
end

return chunks
