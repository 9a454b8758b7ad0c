-- Load a tape in MAME without a window, and write its screen once the program waits, as a SCREEN$:
--   mame spectrum -rompath ROMS -cassette tapes/crossword.tap -video none -sound none -nothrottle \
--     -skip_gameinfo -autoboot_delay 3 -autoboot_script tools/mame.lua -seconds_to_run 400
-- ROMS/spectrum/spectrum.rom is the 48K's ROM, 16,384 bytes.
local machine, silent = manager.machine, 0
local memory, tape = machine.devices[":maincpu"].spaces["program"], machine.cassettes[":cassette"]
machine.natkeyboard:post('j""\n')
tape:play()
emu.register_frame_done(function()
  if tape.is_playing then return end -- it stops at its end
  silent = silent + 1
  if silent < 250 then return end
  local screen = io.open("screen.scr", "wb")
  for address = 0x4000, 0x5AFF do screen:write(string.char(memory:read_u8(address))) end
  screen:close()
  machine:exit()
end)
