; From BASIC's variables: the sizes and the clues, made compact once; and the picture back into P$.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   read the crossword and begin with an empty grid, every line marked
; In        BASIC's SizeX, SizeY, A, B, C, D, P$
; Out       width, height, clues, picture_at; everything that solving starts from
; Corrupts  af, bc, de, hl, ix
; Cost      about 25,000 T, 830 T a line, 220 T a group
; Used by   solve, count_all
read_crossword:
        ld de,name_size_x
        ld a,max_width
        call read_size
        ld (width),a
        ld de,name_size_y
        ld a,max_height
        call read_size
        ld (height),a

; where P$ is: after the length and the count of dimensions, two sizes
        ld de,name_picture
        call find_variable
        ld de,5
        add hl,de
        ld a,(hl)
        ld (picture_stride),a
        inc hl
        inc hl
        ld (picture_at),hl

; the clues one behind the other, rows first
        call clear_grid
        ld de,name_row_counts
        call find_clues
        ld a,(width)
        ld c,a
        ld a,(height)
        ld b,a
        ld de,clues
        ld ix,clue_at
        call read_clues
        ; columns go on where rows end
        push de
        ld de,name_column_counts
        call find_clues
        pop de
        ld a,(height)
        ld c,a
        ld a,(width)
        ld b,a
        ld ix,clue_at+2*first_column

; Purpose   clues of rows, or of columns
; In        b = how many, c = cells in a line; counts_at, lengths_at, lengths_stride, most_groups;
;           de = where they go, ix = where the place of each is noted
; Out       de, behind them
; Corrupts  af, bc, hl, ix
; Cost      about 465 T a line, 197 T a group
; Used by   read_crossword
read_clues:
        ; where the clue of this line will be
        push bc
        ld (ix+0),e
        inc ix
        ld (ix+0),d
        inc ix
        ; how many groups it has: no more than the array has places
        ld hl,(counts_at)
        call read_small_number
        ld (counts_at),hl
        ld hl,most_groups
        dec a
        cp (hl)
        inc a
        jr c,read_clues_some
        or a
        jr nz,clue_out_of_range
read_clues_some:
        ; first the count; the slack after it waits for the lengths
        ld (de),a
        inc de
        ; what is left of a line and one more cell, when each group and a cell behind it are taken off
        ld b,a
        ld a,c
        inc a
        ld (cells_left),a
        push de
        inc de
        ld hl,(lengths_at)
        inc b
        jr read_clues_next
read_clues_length:
        ; a group has at least a cell, and it and a cell behind it have to be left
        call read_small_number
        or a
        jr z,clue_out_of_range
        ld (de),a
        inc de
        ld c,a
        ld a,(cells_left)
        sub c
        jr c,clue_out_of_range
        jr z,clue_out_of_range
        dec a
        ld (cells_left),a
read_clues_next:
        djnz read_clues_length
        ; that is the slack
        pop hl
        ld a,(cells_left)
        ld (hl),a
        ld hl,(lengths_at)
        ld bc,(lengths_stride)
        add hl,bc
        ld (lengths_at),hl
        pop bc
        djnz read_clues
        ret

; Purpose   the arrays of the clues of rows, or of columns
; In        de = name of the array of counts; behind it the name of the array of lengths
; Out       counts_at, lengths_at, lengths_stride, most_groups
; Corrupts  af, bc, de, hl
; Cost      245 T more than find_variable
; Used by   read_crossword
find_clues:
        push de
        call find_variable
        ; the length, a count of dimensions, one size
        ld de,5
        add hl,de
        ld (counts_at),hl
        pop de
        inc de
        ; of the lengths: the second size is how many a line has, five bytes each
        call find_variable
        ; the length, a count of dimensions, two sizes
        ld de,5
        add hl,de
        ld a,(hl)
        ld (most_groups),a
        inc hl
        inc hl
        ld (lengths_at),hl
        ; five times the size: bytes from line to line
        ld l,a
        ld h,0
        ld d,h
        ld e,l
        add hl,hl
        add hl,hl
        add hl,de
        ld (lengths_stride),hl
        ret

; Purpose   SizeX or SizeY
; In        de = name, a = largest
; Out       a
; Corrupts  f, bc, de, hl
; Cost      172 T more than find_variable
; Used by   read_crossword
read_size:
        push af
        call find_variable
        call read_small_number
        pop bc
        dec a
        cp b                            ; 0 is out of range, too
        inc a
        ret c
clue_out_of_range:
        rst rom_error
        db report_range

; Purpose   a BASIC number as a byte
; In        hl = its five bytes
; Out       a; hl = behind it; report B where it is none
; Corrupts  f
; Cost      94 T; in full form some 8,400 T
; Used by   read_clues, read_size
read_small_number:
        push bc
        ; a small whole number is 0, 0, value, 0, 0
        ld a,(hl)
        inc hl
        or (hl)
        inc hl
        ld b,(hl)
        inc hl
        or (hl)
        inc hl
        inc hl
        ld a,b
        pop bc
        ret z
        ; perhaps the full form of a whole number
        push bc
        push de
        ld de,0-5
        add hl,de
        push hl
        ; by the ROM's calculator; it has to be a byte
        call rom_stack_number
        call rom_fp_to_a
        pop hl
        jr c,clue_out_of_range
        jr nz,clue_out_of_range
        ld de,number_size-1
        add hl,de
        pop de
        pop bc
        ret

; Purpose   find a variable
; In        de = its name as BASIC keeps it
; Out       hl = what follows the name; report 2 where there is none
; Corrupts  af, bc, de
; Cost      about 142 T, 39 T a letter, 380 T a variable before it
; Used by   read_crossword, find_clues, read_size, count_solutions
find_variable:
        ld hl,(sysvar_vars)
find_compare:
        ; at the end of VARS there is none
        ld a,(hl)
        cp vars_end
        jr z,find_failed
        push hl
        push de
        ld a,(de)
        cp (hl)
        jr nz,find_other
        ; one letter, or letters up to one with bit 7
        and 0xe0
        cp kind_long_name
        jr nz,find_found
find_letter:
        inc hl
        inc de
        ld a,(de)
        cp (hl)
        jr nz,find_other
        rla
        jr nc,find_letter
find_found:
        ; hl is behind the name
        pop de
        pop de
        inc hl
        ret
find_other:
        ; the ROM knows how long each kind of variable is
        pop de
        pop hl
        push de
        call rom_next_variable
        ex de,hl
        pop de
        jr find_compare
find_failed:
        rst rom_error
        db report_no_variable

name_size_x:
        db kind_long_name+19,"i","z","e","x"+0x80
name_size_y:
        db kind_long_name+19,"i","z","e","y"+0x80
name_picture:
        db kind_char_array+16
name_turned_picture:
        db kind_char_array+17
name_row_counts:
        db kind_number_array+1,kind_number_array+2
name_column_counts:
        db kind_number_array+3,kind_number_array+4

; ---------------------------------------------------------------------------------------------------------------
; Purpose   write what is known into P$: "0", "1", "?"
; In        line_cells, (width), (height), (picture_at), (picture_stride)
; Out       P$
; Corrupts  af, bc, de, hl
; Cost      about 50 T, 235 T a row, 59 T a cell, 94 T a cell of a byte not all known
; Used by   answer
write_picture:
        ld hl,line_cells
        ld de,(picture_at)
        ld a,(height)
        ld b,a
write_row:
        ; cells left of the row; then eight of them at a time
        push bc
        push de
        push hl
        ld a,(width)
        ld b,a
write_pair:
        ld c,(hl)
        inc l
        ld a,(hl)
        inc l
        ; of eight known cells each may be one of the two: one set is the other's opposite
        push hl
        ld h,a
        ld l,8
        xor c
        inc a
        jr z,write_known_cell
write_cell:
        ; it may be black? white? both?
        xor a
        rr c
        rla
        rr h
        rla
        add a,"0"-1
        cp "2"
        jr nz,write_known
        ld a,"?"
write_known:
        ; the next cell: of the row, of the eight
        ld (de),a
        inc de
        dec b
        jr z,write_row_done
        dec l
        jr nz,write_cell
write_next_pair:
        pop hl
        jr write_pair
        ; eight cells that are known
write_known_cell:
        ld a,"0"/2
        rr c
        rla
        ld (de),a
        inc de
        dec b
        jr z,write_row_done
        dec l
        jr nz,write_known_cell
        jr write_next_pair
write_row_done:
        pop hl
        pop hl
        ; records follow each other; rows of P$ are as long as BASIC has made them
        ld de,record_size
        add hl,de
        ; the next row of P$ likewise
        ex (sp),hl
        ld a,(picture_stride)
        ld e,a
        ld d,0
        add hl,de
        ex de,hl
        pop hl
        pop bc
        djnz write_row
        ret
