|SLD.data.version|1
device.asm|1||0|-1|-1|Z|pages.size:16384,pages.count:4,slots.count:4,slots.adr:0,16384,32768,49152
no_device.asm|2||0|2|32768|F|second
no_device.asm|2||0|2|32768|L|,second,
no_device.asm|2||0|2|32768|T|
