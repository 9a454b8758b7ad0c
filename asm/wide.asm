; More offsets than a column holds: columns of eight offsets, one after the other, each with what the one before it
; says of the offset next to it. Left to right the columns go up, right to left they come down again.
;
; Self-modifying: jumps go over the beginning of pass_gap, while a column other than the first goes forward, and of
; back_gap_carry and paint_byte, while the columns come back.

column_size:        equ pass_gap_wide+2 ; bytes of a column on the stack
jump:               equ 0xc3            ; opcodes
pass_gap_1:         equ 0x67            ; ld h,a
pass_gap_2:         equ 0x81a1          ; and c; add a,c
back_gap_carry_1:   equ 0x5f            ; ld e,a
back_gap_carry_2:   equ 0x2f81          ; add a,c; cpl
paint_byte_1:       equ 0x08            ; ex af,af'
paint_byte_2:       equ 0xd97d          ; ld a,l; exx

; In        a = slack; hl' = first group, b' = groups
wide:
        ld (saved_sp),sp
        rrca
        rrca
        rrca
        and 7
        ld (columns_left),a
        inc a
        ld (columns),a
        ld a,(rest_from)
        and 0x38
        rrca
        rrca
        exx
        ld c,a                          ; c' = low byte of the pair where a column starts
        ld d,l                          ; d' = first group
        ld e,b                          ; e' = groups
        ld a,l
        ld (rest_groups),a
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
        ld a,(rest_from)
        ld c,a
        exx
        ld l,d
        ld h,line_page
        ld b,e
        ld a,c
        inc c
        inc c
        exx
        ld l,a
        call open_cells
        ; gap 0 is open to here while there was no black cell in it
        ld hl,open_gap
        ld a,c
        inc a
        jr z,gap_stays_open
        xor c
        and (hl)
        ld (hl),0
        jp column_start
gap_stays_open:
        ld a,(hl)
        jp column_start

; instead of the first bytes of pass_gap: the carry comes from the last offset of the column before
pass_gap_wide:
        ex af,af'
        ld hl,0                         ; column_size
        add hl,sp
        ld l,(hl)
        ex af,af'
        ld h,a
        and c
        rl l
        adc a,c
        jp pass_gap_carry

; a column is at the last gap; l = where it can be there
next_column:
        ld a,(columns_left)
        dec a
        ld (columns_left),a
        ld e,l
        ld a,jump
        ld hl,pass_gap_wide
        jp p,jump_over_gap
        ld a,pass_gap_1
        ld hl,pass_gap_2
jump_over_gap:
        ld (pass_gap),a
        ld (pass_gap+1),hl
        jp p,column_forward

; the last gap has to reach the end of the line
        ld d,mirror_page
        ld a,(de)
        ld b,a
        ld a,(rest_slack)
        ld c,a
        and 7
        ld l,a
        ld h,masks_page
        ld a,(hl)
        and b
        jp z,wide_no_arrangement
        ld b,a
        ; the first byte to paint of the last column, and how many bits of it are not reached
        ld a,(packed_end)
        ld e,a
        dec a
        and 7
        ld l,a
        ld d,(hl)
        ld a,c
        or 7
        add a,e
        rrca
        rrca
        and 0x1e
        add a,painted_rows-painted_rows/256*256+1
        ld e,a
        ld (paint_from),de
        ld c,b
        ; no paint yet, nothing known of a column after the last
        ld a,e
        inc a
        ld hl,painted_rows
        ld d,0
clear_painted:
        ld (hl),d
        inc l
        cp l
        jr nz,clear_painted
        ld a,(column_size)
        rrca
        ld b,a
        ld l,d
clear_carries:
        dec l
        ld (hl),d
        djnz clear_carries
        ld a,jump
        ld (back_gap_carry),a
        ld (paint_byte),a
        ld hl,back_gap_wide
        ld (back_gap_carry+1),hl
        ld hl,paint_byte_wide
        ld (paint_byte+1),hl

; c = where a group could stand after the last gap
column_back:
        ld hl,(paint_from)
        ld a,l
        dec l
        dec l
        ld (paint_from),hl
        ld l,0
        exx
        ld l,a
        ld h,wide_page
        ld b,line_page
        ld a,(column_size)
        rrca
        ld e,a
        ld a,(rest_groups)
        add a,e
        sub 2
        ld c,a
        ld a,e
        neg
        ld e,a
        ld d,h
        exx
        jp back_start

; instead of the first bytes of back_gap_carry: the carry comes from the first offset of the column after
back_gap_wide:
        ld e,a
        exx
        ld a,(de)
        exx
        rla
        ld a,e
        adc a,c
        cpl
        and e
        or c
        ld c,a
        exx
        ld (de),a
        exx
        jp back_gap_white

; instead of paint_byte: add to what other columns paint
paint_byte_wide:
        ex af,af'
        ld a,l
        exx
        or (hl)
        ld (hl),a
        dec l
        exx
        ld a,h
        exx
        or (hl)
        ld (hl),a
        dec l
        jp paint_byte_done

; a column has come back
column_painted:
        ld hl,columns
        dec (hl)
        jr z,columns_painted
        ; its first offset can be the last cell of the byte before
        ld a,(rest_from)
        and 7
        jr nz,column_in_byte
        ld a,(carries+31)
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
        ld a,back_gap_carry_1
        ld (back_gap_carry),a
        ld a,paint_byte_1
        ld (paint_byte),a
        ld hl,back_gap_carry_2
        ld (back_gap_carry+1),hl
        ld hl,paint_byte_2
        ld (paint_byte+1),hl
        ld a,(last_pair)
        inc a
        ld l,a
        add a,painted_rows-painted_rows/256*256
        ld e,a
        ld d,wide_page
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
        or a
        ret

wide_no_arrangement:
        ld sp,(saved_sp)
        scf
        ret
