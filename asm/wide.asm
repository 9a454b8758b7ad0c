; More offsets than a column holds: columns of eight offsets, one after the other, each with what the one before it
; says of the offset next to it. Left to right the columns go up, right to left they come down again.
;
; Self-modifying: jumps go over the beginning of pass_gap, while a column other than the first goes forward, and of
; back_gap_carry and paint_byte, while the columns come back. Where they lead to is in column.asm.

jump:               equ 0x18            ; jr
pass_gap_jump:      equ jump+256*(pass_gap_wide-pass_gap-2)
back_gap_jump:      equ jump+256*(back_gap_wide-back_gap_carry-2+256)
paint_byte_jump:    equ jump+256*(paint_byte_wide-paint_byte-2)
pass_gap_code:      equ 0xa167          ; ld h,a; and c
back_gap_code:      equ 0x815f          ; ld e,a; add a,c
paint_byte_code:    equ 0x7d08          ; ex af,af'; ld a,l
column_size:        equ pass_gap_wide+1 ; bytes of a column on the stack

; Purpose   every arrangement of what trimming left, in columns of eight offsets
; In        a = slack; hl' = first group, b' = groups
; Out       as line_core
; Corrupts  all but iy
; Cost      about 900 to 1,500 T, 420 T a column, 140 T a gap, 57 T a cell, 190 T a gap back, 53 T a cell back,
;           400 T a byte painted
; Used by   left_untouched, trimmed
wide:
        ; columns of eight offsets: how many the slack wants, the first of them going forward
        ld (saved_sp),sp
        rrca
        rrca
        rrca
        and 7
        ld (columns_left),a
        inc a
        ld (columns),a
        ; each column reads the cells from eight further on: its offset 0 is eight cells to the right
        ld a,(rest_from)
        and 0x38
        rrca
        rrca
        exx
        ld c,a                          ; c' = low byte of the pair where a column starts
        ld d,l                          ; d' = first group
        ld e,b                          ; e' = groups
        ; all columns take the same room on the stack: the one before is so far above
        ld a,b
        inc a
        add a,a
        ld (column_size),a
        exx
        ld a,0xff
        ld (open_gap),a

; on the stack: where to go when the column has come back, then the sets of its gaps
column_forward:
        ld hl,column_painted
        push hl
        ; the cells from where this column starts, and the groups from the first one on
        ld a,(rest_from)
        ld c,a
        exx
        ld l,d
        ld h,work_page
        ld b,e
        ; c' goes on to the pair of the next column
        ld a,c
        inc c
        inc c
        exx
        ld l,a
        ld h,line_page
        call open_cells
        ; gap 0 is open to here while there was no black cell in it
        ld hl,open_gap
        ld a,c
        inc a
        jr z,gap_stays_open
        xor c
        and (hl)
        ld (hl),0
        jr column_opened
gap_stays_open:
        ld a,(hl)
column_opened:
        ; the rest is as in a line of one column
        jp column_start

; Purpose   a column is at its last gap: the next one, or back again from the last
; In        l = where it can be there; the sets on the stack
; Out       as line_core
; Corrupts  all but iy
; Cost      part of wide
; Used by   last_gap
next_column:
        ; every column but the first takes a carry from the one before it
        ld e,l
        ld hl,columns_left
        dec (hl)
        ld hl,pass_gap_jump
        jp p,jump_over_gap
        ; once all have gone forward the code is as it was
        ld hl,pass_gap_code
jump_over_gap:
        ld (pass_gap),hl
        jp p,column_forward

; the last gap has to reach the end of the line
        ld d,mirror_page
        ld a,(de)
        ld b,a
        ld a,(rest_slack)
        ld e,a
        ; of its last column only so many offsets as the slack has
        and 7
        ld l,a
        ld h,masks_page
        ld a,(hl)
        and b
        jp z,wide_no_arrangement
        ld c,a
        ; the first byte to paint of the last column, and how many bits of it are not reached
        ld a,(packed_end)
        ld b,a
        dec a
        and 7
        ld l,a
        ld d,(hl)
        ; where the column's last offset ends: painting begins there
        ld a,e
        or 7
        add a,b
        rrca
        rrca
        and 0x1e
        inc a                           ; painted_rows start a page
        ld e,a
        ld (paint_from),de
        ; no paint yet, nothing known of a column after the last
        ld a,e
        inc a
        ld hl,painted_rows
        ld d,l
clear_painted:
        ld (hl),d
        inc l
        ld (hl),d
        inc l
        cp l
        jr nz,clear_painted
        ; a carry for each gap
        ld a,(column_size)
        rrca
        ld b,a
        ld l,d
clear_carries:
        ; nothing comes in from behind the last column
        dec l
        ld (hl),d
        djnz clear_carries
        ; from here on bytes of this column are added to those of the others, and carries run between columns
        ld hl,back_gap_jump
        ld (back_gap_carry),hl
        ld hl,paint_byte_jump
        ld (paint_byte),hl
        exx
        ld c,d
        dec c
        dec c
        exx

; c = where a group could stand after the last gap
column_back:
        ; each column paints the same groups eight cells to the left of the one after it
        ld hl,(paint_from)
        ld a,l
        dec l
        dec l
        ld (paint_from),hl
        ; a column counts gaps and groups down from the last ones again
        ld l,0
        exx
        ld l,a
        ld h,work_page
        ld b,h
        ld a,(column_size)
        rrca
        ld e,a
        add a,c                         ; c' is two below the first group, as a column leaves it
        ld c,a
        ; gaps count up to 0
        xor a
        sub e
        ld e,a
        ld d,h
        exx
        ld d,mirror_page
        xor a
        ld b,a
        jp back_gap

; a column has come back
column_painted:
        ; the columns come back in the opposite order: their sets lie there on the stack
        ld hl,columns
        dec (hl)
        jr z,columns_painted
        ; its first offset can be the last cell of the byte before
        ld a,(rest_from)
        and 7
        jr nz,column_in_byte
        ld a,(first_carry)
        rlca
        jr nc,column_in_byte
        exx
        set 7,(hl)
        exx
column_in_byte:
        ld c,0
        jr column_back

; everything is painted: keep it
columns_painted:
        ; the code as it was, for a line of one column
        ld hl,back_gap_code
        ld (back_gap_carry),hl
        ld hl,paint_byte_code
        ld (paint_byte),hl
        ; from the last byte down, each cell keeps what it may be and can be
        ld a,(last_pair)
        inc a
        ld l,a
        ld e,a
        ld d,work_page
        ld h,line_page
; de = can be white, hl = may be white; the bytes before it are black; as paint_byte
keep_painted:
        ld a,(de)
        cpl
        dec l
        and (hl)
        cpl
        inc l
        and (hl)
        ld (hl),a
        dec e
        ; black likewise
        ld a,(de)
        cpl
        and (hl)
        cpl
        dec l
        and (hl)
        ld (hl),a
        dec e
        dec l
        jp p,keep_painted
        ret
