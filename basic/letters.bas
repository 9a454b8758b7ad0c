# An edition without machine code that has letters of its own: this line loads them.
5 IF PEEK 23730+256*PEEK 23731<>{{ramtop}} OR PEEK {{code_loaded}}<>1 THEN CLEAR {{ramtop}}: POKE {{code_loaded}},0: {{load_letters}}POKE {{code_loaded}},1
