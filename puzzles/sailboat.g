title: sailboat
source: drawn for this project

#d
  0:   #FFFFFF  white
  r:r  #D01828  red
  y:y  #F0B000  yellow
  n:n  #805020  brown
  b:b  #2848B0  blue
: rows
1n
1r 1n
1r 1n 2y
2r 1n 3y
3r 1n 3y
3r 1n 4y
4r 1n 4y
5r 1n 5y
1n
10n
2b 8n 2b
12b
: columns
2b
1r 1n 2b
2r 2n 1b
4r 2n 1b
5r 2n 1b
7r 2n 1b
11n 1b
6y 2n 1b
6y 2n 1b
5y 2n 1b
3y 1n 2b
1y 2b
: end
