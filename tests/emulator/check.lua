-- One line a test, in the form that run.sh counts.
local check = {}

function check.that(name, holds, why)
  if holds then
    console:log("ok " .. name)
  else
    console:log("FAILED " .. name .. ": " .. tostring(why))
  end
end

function check.equal(name, actual, expected)
  check.that(name, actual == expected, ("%s instead of %s"):format(actual, expected))
end

return check
