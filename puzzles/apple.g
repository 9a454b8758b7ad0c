title: apple
source: drawn for this project

#d
  0:   #FFFFFF  white
  r:r  #D01828  red
  g:g  #188030  green
  n:n  #805020  brown
: rows
1n
1n 2g
3r 1n 2r 2g
4r 1n 4r
1r 8r
1r 8r
10r
9r
8r
3r 2r
: columns
5r
2r 3r
8r
8r
2n 6r
2n 7r
1g 8r
2g 7r
1g 6r
3r
: end
