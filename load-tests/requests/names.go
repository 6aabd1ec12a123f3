package main

import (
	"crypto/md5" // as the statements that made the rows
	"encoding/hex"
	"fmt"
	"strconv"
)

// uploadOf is what upload(n) comes to, as a UUID.
func uploadOf(n int) string { return uuid(md5hex("upload" + strconv.Itoa(n))) }

// tokenOf is what token(n) comes to.
func tokenOf(n int) string {
	digest := md5hex(strconv.Itoa(n))
	return uuid(fmt.Sprintf("0190000000%02X7%s8%s", n/65536, digest[:3], digest[3:18]))
}

func md5hex(text string) string {
	digest := md5.Sum([]byte(text))
	return hex.EncodeToString(digest[:])
}

func uuid(hex string) string {
	return hex[:8] + "-" + hex[8:12] + "-" + hex[12:16] + "-" + hex[16:20] + "-" + hex[20:]
}
