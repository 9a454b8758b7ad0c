; count down, and never give up
        org 32768
start:  ld b,3
loop:   djnz loop
        xor a
        jr z,done
give_up: ld a,1
        ld (text),a
done:   ret
text:   dm "no code"
