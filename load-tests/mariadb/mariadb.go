// Package mariadb asks a MySQL or MariaDB server for its counters and for what is in its tables: just enough of the client
// protocol for one user with a password (mysql_native_password) and text results.
package mariadb

import (
	"bufio"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

// capabilities (MySQL "Capabilities Flags")
const (
	longPassword     = 0x00000001
	protocol41       = 0x00000200
	secureConnection = 0x00008000
	pluginAuth       = 0x00080000
)

const (
	nativePassword = "mysql_native_password"
	utf8mb4        = 45
	queryCommand   = 3
	patience       = 20 * time.Second
	longPatience   = 5 * time.Minute // of a statement that changes many rows
	largestPacket  = 1 << 24
	endOfResult    = 0xfe
	failure        = 0xff
	nullValue      = 0xfb
)

// Client is one connection, used by one goroutine at a time.
type Client struct {
	conn     net.Conn
	reader   *bufio.Reader
	sequence byte
	patience time.Duration // for each packet
}

// Connect logs in.
func Connect(address, user, password string) (*Client, error) {
	conn, err := net.DialTimeout("tcp", address, patience)
	if err != nil {
		return nil, err
	}
	client := &Client{conn: conn, reader: bufio.NewReader(conn), patience: patience}
	if err := client.login(user, password); err != nil {
		conn.Close()
		return nil, fmt.Errorf("database at %s: %w", address, err)
	}
	return client, nil
}

// Close ends the connection.
func (c *Client) Close() error {
	return c.conn.Close()
}

// Counters is SHOW GLOBAL STATUS, as far as it is numbers. The question itself is counted too.
func (c *Client) Counters() (map[string]int64, error) {
	rows, err := c.Query("SHOW GLOBAL STATUS")
	if err != nil {
		return nil, err
	}
	counters := make(map[string]int64, len(rows))
	for _, row := range rows {
		if len(row) != 2 {
			return nil, errors.New("a counter is not a name and a value")
		}
		if value, err := strconv.ParseInt(row[1], 10, 64); err == nil {
			counters[row[0]] = value
		}
	}
	return counters, nil
}

func (c *Client) login(user, password string) error {
	greeting, err := c.read()
	if err != nil {
		return err
	}
	challenge, err := challengeOf(greeting)
	if err != nil {
		return err
	}
	answer := make([]byte, 4+4+1+23)
	binary.LittleEndian.PutUint32(answer, longPassword|protocol41|secureConnection|pluginAuth)
	binary.LittleEndian.PutUint32(answer[4:], largestPacket)
	answer[8] = utf8mb4
	answer = append(append(answer, user...), 0)
	proof := prove(password, challenge)
	answer = append(append(answer, byte(len(proof))), proof...)
	answer = append(append(answer, nativePassword...), 0)
	if err := c.write(answer); err != nil {
		return err
	}
	verdict, err := c.read()
	if err != nil {
		return err
	}
	if len(verdict) > 0 && verdict[0] == endOfResult {
		// the server's usual plugin is another one: it asks again with a new challenge
		name, rest := nulTerminated(verdict[1:])
		if name != nativePassword {
			return fmt.Errorf("the server asks for %s; only %s is spoken here", name, nativePassword)
		}
		if err := c.write(prove(password, strings.TrimRight(string(rest), "\x00"))); err != nil {
			return err
		}
		_, err = c.read()
	}
	return err
}

// challengeOf reads both parts of the challenge in the initial handshake packet, version 10.
func challengeOf(greeting []byte) (string, error) {
	if len(greeting) == 0 || greeting[0] != 10 {
		return "", errors.New("not a MySQL or MariaDB server")
	}
	_, rest := nulTerminated(greeting[1:])
	const first, between, second = 8, 1 + 2 + 1 + 2 + 2 + 1 + 10, 12
	if len(rest) < 4+first+between+second {
		return "", errors.New("a greeting too short to log in with")
	}
	rest = rest[4:]
	return string(rest[:first]) + string(rest[first+between:first+between+second]), nil
}

// prove is SHA1(password) XOR SHA1(challenge + SHA1(SHA1(password))).
func prove(password, challenge string) []byte {
	if password == "" {
		return nil
	}
	once := sha1.Sum([]byte(password))
	twice := sha1.Sum(once[:])
	mixed := sha1.Sum(append([]byte(challenge), twice[:]...))
	for i := range mixed {
		mixed[i] ^= once[i]
	}
	return mixed[:]
}

// Ask sends one statement; one that has no rows answers with none. It may take minutes.
func (c *Client) Ask(sql string) ([][]string, error) {
	c.patience = longPatience
	defer func() { c.patience = patience }()
	return c.Query(sql)
}

// Query runs one statement and returns the texts of its rows; NULL is an empty text.
func (c *Client) Query(sql string) ([][]string, error) {
	c.sequence = 0
	if err := c.write(append([]byte{queryCommand}, sql...)); err != nil {
		return nil, err
	}
	header, err := c.read()
	if err != nil {
		return nil, err
	}
	columns, _, err := lengthEncoded(header)
	if err != nil || columns == 0 { // none: it was done, and has no rows
		return nil, err
	}
	for i := 0; i < int(columns)+1; i++ { // the columns and the end of them
		if _, err := c.read(); err != nil {
			return nil, err
		}
	}
	var rows [][]string
	for {
		packet, err := c.read()
		if err != nil {
			return nil, err
		}
		if len(packet) > 0 && packet[0] == endOfResult && len(packet) < 9 {
			return rows, nil
		}
		row, err := parseRow(packet)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
}

func parseRow(packet []byte) ([]string, error) {
	var row []string
	for len(packet) > 0 {
		if packet[0] == nullValue {
			row = append(row, "")
			packet = packet[1:]
			continue
		}
		length, rest, err := lengthEncoded(packet)
		if err != nil {
			return nil, err
		}
		if uint64(len(rest)) < length {
			return nil, io.ErrUnexpectedEOF
		}
		row = append(row, string(rest[:length]))
		packet = rest[length:]
	}
	return row, nil
}

func lengthEncoded(from []byte) (uint64, []byte, error) {
	if len(from) == 0 {
		return 0, nil, io.ErrUnexpectedEOF
	}
	width := map[byte]int{0xfc: 2, 0xfd: 3, 0xfe: 8}[from[0]]
	if width == 0 {
		return uint64(from[0]), from[1:], nil
	}
	if len(from) < 1+width {
		return 0, nil, io.ErrUnexpectedEOF
	}
	var wide [8]byte
	copy(wide[:], from[1:1+width])
	return binary.LittleEndian.Uint64(wide[:]), from[1+width:], nil
}

func nulTerminated(from []byte) (string, []byte) {
	for i, b := range from {
		if b == 0 {
			return string(from[:i]), from[i+1:]
		}
	}
	return string(from), nil
}

func (c *Client) read() ([]byte, error) {
	if err := c.conn.SetDeadline(time.Now().Add(c.patience)); err != nil {
		return nil, err
	}
	var header [4]byte
	if _, err := io.ReadFull(c.reader, header[:]); err != nil {
		return nil, err
	}
	c.sequence = header[3] + 1
	packet := make([]byte, int(header[0])|int(header[1])<<8|int(header[2])<<16)
	if _, err := io.ReadFull(c.reader, packet); err != nil {
		return nil, err
	}
	if len(packet) > 9 && packet[0] == failure {
		return nil, errors.New(string(packet[9:])) // code, marker and SQL state come before
	}
	return packet, nil
}

func (c *Client) write(packet []byte) error {
	// the deadline of the reply before may have passed long ago
	if err := c.conn.SetDeadline(time.Now().Add(c.patience)); err != nil {
		return err
	}
	framed := []byte{byte(len(packet)), byte(len(packet) >> 8), byte(len(packet) >> 16), c.sequence}
	_, err := c.conn.Write(append(framed, packet...))
	return err
}
