package mariadb

import (
	"bytes"
	"encoding/hex"
	"io"
	"net"
	"reflect"
	"strings"
	"testing"
	"time"
)

const challenge = "abcdefghABCDEFGHIJKL"

// prove("secret", challenge), computed independently from the formula of the protocol's documentation
const wantedProof = "cb83716a58842439559400dda37471e88de532c2"

// speak plays a server: every packet is sent once the one before it has been answered.
func speak(t *testing.T, replies ...[][]byte) (address string, said chan []byte) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	said = make(chan []byte, 10)
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		sequence := byte(0)
		for _, reply := range replies {
			for _, packet := range reply {
				conn.Write(append([]byte{byte(len(packet)), byte(len(packet) >> 8), 0, sequence}, packet...))
				sequence++
			}
			header := make([]byte, 4)
			if _, err := io.ReadFull(conn, header); err != nil {
				return
			}
			packet := make([]byte, int(header[0])|int(header[1])<<8)
			io.ReadFull(conn, packet)
			sequence = header[3] + 1
			said <- packet
		}
	}()
	return listener.Addr().String(), said
}

func greeting() []byte {
	head := append([]byte("\x0a11.4.5-MariaDB\x00\x01\x00\x00\x00"), challenge[:8]...)
	head = append(head, make([]byte, 19)...)
	return append(append(head, challenge[8:]...), 0)
}

func TestThePasswordItselfIsNeverSent(t *testing.T) {
	address, said := speak(t, [][]byte{greeting()}, [][]byte{{0, 0, 0, 2, 0, 0, 0}})
	client, err := Connect(address, "bora", "secret")
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	login := <-said
	if bytes.Contains(login, []byte("secret")) || !bytes.Contains(login, []byte("bora\x00")) {
		t.Fatalf("%q", login)
	}
	if !bytes.Contains(login, prove("secret", challenge)) {
		t.Fatalf("%q has no proof", login)
	}
}

func TestTheProofIsTheOneOfTheProtocol(t *testing.T) {
	got := hex.EncodeToString(prove("secret", challenge))
	if got != wantedProof || prove("", challenge) != nil {
		t.Fatal(got)
	}
}

func TestAPluginSwitchIsFollowed(t *testing.T) {
	again := append([]byte("\xfemysql_native_password\x00"), "another challenge...\x00"...)
	address, said := speak(t, [][]byte{greeting()}, [][]byte{again}, [][]byte{{0, 0, 0, 2, 0, 0, 0}})
	client, err := Connect(address, "bora", "secret")
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	<-said
	if got := <-said; !bytes.Equal(got, prove("secret", "another challenge...")) {
		t.Fatalf("%x", got)
	}
}

func TestARefusalIsItsText(t *testing.T) {
	refusal := []byte("\xff\x15\x04#28000Access denied for user")
	address, _ := speak(t, [][]byte{greeting()}, [][]byte{refusal})
	_, err := Connect(address, "bora", "wrong")
	if err == nil || !strings.Contains(err.Error(), "Access denied") {
		t.Fatalf("got %v", err)
	}
}

func TestWhatIsNoDatabaseIsRefused(t *testing.T) {
	address, _ := speak(t, [][]byte{[]byte("HTTP/1.1 400")})
	if _, err := Connect(address, "bora", "x"); err == nil {
		t.Fatal("it was believed")
	}
}

func TestCountersAreRead(t *testing.T) {
	column, end := []byte("a column"), []byte{0xfe, 0, 0, 2, 0}
	address, _ := speak(t, [][]byte{greeting()}, [][]byte{{0, 0, 0, 2, 0, 0, 0}}, [][]byte{
		{2}, column, column, end,
		[]byte("\x09Questions\x0212"), []byte("\x06Uptime\x02xy"), []byte("\x01A\xfb"), end,
	})
	client, err := Connect(address, "bora", "secret")
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	// a question long after the last one: the deadline of its reply has passed
	if err := client.conn.SetDeadline(time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	got, err := client.Counters()
	if err != nil || !reflect.DeepEqual(got, map[string]int64{"Questions": 12}) {
		t.Fatalf("%v, %v", got, err)
	}
}

func TestLongValuesAndBrokenRows(t *testing.T) {
	row, err := parseRow(append([]byte{0xfc, 0x2c, 0x01}, strings.Repeat("x", 300)...))
	if err != nil || len(row) != 1 || len(row[0]) != 300 {
		t.Fatalf("%v, %v", row, err)
	}
	for _, broken := range [][]byte{{5, 'a'}, {0xfc, 1}} {
		if _, err := parseRow(broken); err == nil {
			t.Errorf("%v was accepted", broken)
		}
	}
}
