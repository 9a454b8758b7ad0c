title: tulips
source: drawn for this project

#d
  0:   #FFFFFF  white
  r:r  #D01828  red
  y:y  #F0B000  yellow
  g:g  #188030  green
  b:b  #2848B0  blue
: rows
1r 1r 1r
2r 1r 2r
7r 1y 1y 1y
7r 2y 1y 2y
7r 7y
5r 7y
3r 7y
1g 5y
1g 1g 1g 3y
2g 1g 2g 1g
3g 2g 2g 1g 1g
6g 2g 3g
5g 6g
10g
11b
1b 1y 1b 1y 1b 1y 1b 1y 1b 1y 1b
9b
1b 7y 1b
9b
7b
: columns
0
5r 2g
5r 3g
5r 3g 2b
7r 7g 1b 1y 3b
5r 3g 3b 1y 2b
5r 5g 1b 1y 1b 1y 2b
5r 6g 3b 1y 2b
1g 1b 1y 1b 1y 2b
5y 4g 3b 1y 2b
5y 4g 1b 1y 1b 1y 2b
5y 2g 3b 1y 2b
7y 5g 1b 1y 3b
5y 3g 2b
5y 3g
5y
: end
