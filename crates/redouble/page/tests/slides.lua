-- Slides for wrk, over the 200 games that tests/load.sh makes. THINK=1 lets each of the players think 50 to 150 ms.
local names = { "left", "down", "right", "up" }
local n = 0

if os.getenv("THINK") then
  function delay() return math.random(50, 150) end
end

function request()
  n = n + 1
  wrk.headers["content-type"] = "application/json"
  local game = (n * 7919) % 200 + 1
  local body = '{"direction":"' .. names[math.floor(n / 200) % 4 + 1] .. '"}'
  return wrk.format("POST", "/api/games/" .. game .. "/move", nil, body)
end
