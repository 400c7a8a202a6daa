-- The assertions that the specs use.
local check = {}

local function show(value)
  if type(value) == "string" then return ("%q"):format(#value > 300 and value:sub(1, 300) .. "..." or value) end
  return tostring(value)
end

function check.equal(actual, expected, what)
  if actual ~= expected then error(("%sis %s, not %s"):format(what and what .. " " or "", show(actual), show(expected)), 2) end
end

function check.truthy(value, what)
  if not value then error((what or "it") .. " must be true", 2) end
end

function check.contains(text, part)
  if not text:find(part, 1, true) then error(("%s is not in %s"):format(show(part), show(text)), 2) end
end

function check.list(actual, expected, what)
  check.equal(table.concat(actual, " | "), table.concat(expected, " | "), what)
end

return check
