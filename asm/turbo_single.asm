; Lines with one group: quicker than the analysis of all lines, which moves the group through every place it could have.
;
; The line falls into runs of cells that are not white. Black cells narrow them: the group covers the first one, so it
; ends before cell first+length; and the last one, so it begins at last+1-length or behind it. A run too short, once it
; is narrowed, is white. Where but one run is left, the middle of it may be black.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   analyse a line with one group
; In        as line_core; group_count is 1
; Out       as line_core
; Corrupts  all but iy
; Cost      150 to 250 T, 90 to 200 T a byte, 150 to 250 T a run, 30 to 50 T a cell, 200 to 350 T a stretch of cells
;           found, 42 to 60 T a cell found
; Used by   analyse_line
single_group:
        ; the length, and where the line ends
        ld a,(groups)
        ld ixh,a
        ld a,(last_pair)
        add a,2
        ld ixl,a                        ; where the line ends
        exx
        ; b = first cell, c = behind the last cell that the group may have
        ld bc,0x00ff
        ld hl,cell_rows+1
single_seek:
        ; the first byte with a cell that may not be white
        ld a,(hl)
        inc a
        jr nz,single_first
        inc l
        inc l
        ld a,ixl
        cp l
        jr nc,single_seek
        jr single_scan
single_first:
        ; the first black cell: the group ends before first + length
        ld d,(hl)
        ld a,l
        dec a
        add a,a
        add a,a
single_first_bit:
        rrc d
        inc a
        jr c,single_first_bit
        dec a
        ; behind that cell; then on from the end of the line
        add a,ixh
        ld c,a
        ld a,ixl
        ld l,a
single_seek_last:
        ; the last black cell: the group begins at last + 1 - length or behind it
        dec l
        ld a,(hl)
        dec l
        inc a
        jr z,single_seek_last
        dec a
        ld d,a
        ; its cells from the last one down
        ld a,l
        add a,a
        add a,a
        add a,9
single_last_bit:
        rlc d
        dec a
        jr c,single_last_bit
        sub ixh
        jr c,single_scan
        ld b,a
single_scan:
        exx
        xor a
        ld (single_runs),a
        ld hl,cell_rows
        ld d,a                          ; the cell
        ld e,a                          ; where a run begins
single_byte:
        ; eight cells that may be black, eight that may not, or single cells
        ld c,(hl)
        inc l
        inc l
        ld a,c
        inc a
        jr z,single_open_byte
        dec a
        jr z,single_white_byte
        ; cell by cell: a white one ends the run
        ld b,8
single_cell:
        rrc c
        jr nc,single_white_cell
        inc d
        djnz single_cell
single_next_byte:
        ld a,l
        cp ixl
        jr nz,single_byte
        ; the line may end with a run
        ld a,d
        cp e
        call nz,single_run
        ; without a run there is no arrangement; with several nothing is black
        ld a,(single_runs)
        cp 1
        ret nz
        ; the overlap of its leftmost and its rightmost place is black
        ld hl,(single_at)
        ld a,l
        sub ixh
        ld e,a
        ld a,h
        add a,ixh
        ld c,1
        sub e
        ret z
        jr nc,clear_cells
        or a
        ret
single_white_cell:
        ; a white cell ends the run at hand
        ld a,d
        cp e
        call nz,single_run
        inc d
        ld e,d
        djnz single_cell
        jr single_next_byte
single_white_byte:
        ; so do eight of them; a run can begin behind
        ld a,d
        cp e
        call nz,single_run
        ld e,0xf8
single_open_byte:
        ; eight cells further; a run begins with them if none is open
        ld a,d
        add a,8
        ld d,a
        bit 7,e
        jr z,single_next_byte
        ld e,d
        jr single_next_byte

; Purpose   narrow a run
; In        e = its first cell, d = behind its last; b', c' = what the black cells leave
; Out       cell_rows; single_at: the run, single_runs, unless it is too short
; Corrupts  af, d', e', h', l'
; Cost      about 237 T, 117 T a stretch of white cells, 57 T a cell of them
; Used by   single_group
single_run:
        ; where the run begins and ends by the black cells
        push de
        exx
        pop de
        ld a,e
        cp b
        jr nc,single_begins
        ld a,b
single_begins:
        ; and its end likewise
        ld h,a
        ld a,d
        cp c
        jr c,single_ends
        ld a,c
single_ends:
        ; room for the group?
        ld l,a
        sub h
        jr c,single_too_short
        cp ixh
        jr c,single_too_short
        ld (single_at),hl
        ; white up to there; one run more that can hold the group
        ld a,h
        call single_whiten
        ld hl,single_runs
        inc (hl)
        ld hl,single_at
        ld e,(hl)
single_too_short:
        ; the rest of the run is white
        ld a,d
        call single_whiten
        exx
        ret

; Purpose   make cells white
; In        e = the first, a = behind the last
; Out       cell_rows
; Corrupts  af, hl
; Cost      15 T, or about 180 T and 51 T a cell
; Used by   single_run
single_whiten:
        sub e
        ret z
        push bc
        push de
        ld c,0
        call clear_cells
        pop de
        pop bc
        ret

; Purpose   cells may not be black, or may not be white
; In        e = the first, a = how many, at least 1; c = 0 or 1
; Out       cell_rows; no carry
; Corrupts  af, bc, d, hl
; Cost      about 88 T, and 51 T a cell
; Used by   single_group, single_whiten
clear_cells:
        ; the bit of the first cell in its pair
        ld b,a
        ld a,e
        and 7
        ld l,a
        ld h,tables_page
        ld d,(hl)
        ; its pair, and the byte of the colour in it
        ld a,e
        rrca
        rrca
        and 0x0e
        or c
        ld l,a
        ld h,cell_rows/256
        ld a,d
        cpl
        ld c,a
clear_next_cell:
        ; its bit goes round; when it comes to the first cell again, the next pair follows
        ld a,(hl)
        and c
        ld (hl),a
        rlc c
        jr c,clear_in_byte
        inc l
        inc l
clear_in_byte:
        djnz clear_next_cell
        or a
        ret
