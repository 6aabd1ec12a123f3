package main

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"bora/loadtests/free"
)

// database is a MariaDB of the fleet's own: the server that Bora embeds, taken from its jar.
type database struct {
	*process
	port         string
	passwordFile string
}

// wanted is what a server needs of the jar.
var wanted = []string{"bin/mariadbd", "share/english/", "share/charsets/", "share/mariadb_"}

func startDatabase(ctx context.Context, directory, jar string) (*database, error) {
	server := filepath.Join(directory, "server")
	if err := unpack(jar, server); err != nil {
		return nil, err
	}
	secret := make([]byte, 24)
	if _, err := rand.Read(secret); err != nil {
		return nil, err
	}
	d := &database{passwordFile: filepath.Join(directory, "password")}
	password := hex.EncodeToString(secret)
	if err := os.WriteFile(d.passwordFile, []byte(password+"\n"), 0o600); err != nil {
		return nil, err
	}
	grants := filepath.Join(directory, "start.sql")
	sql := "CREATE DATABASE IF NOT EXISTS bora CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;\nCREATE USER IF NOT EXISTS bora@'127.0.0.1' IDENTIFIED BY '" + password +
		"';\nGRANT ALL ON bora.* TO bora@'127.0.0.1';\n"
	if err := os.WriteFile(grants, []byte(sql), 0o600); err != nil {
		return nil, err
	}
	command := []string{filepath.Join(server, "bin/mariadbd"), "--no-defaults", "--basedir=" + server, "--datadir=" + filepath.Join(directory, "data"),
		"--innodb-log-file-size=64M", "--user=" + userName()}
	if err := install(directory, server, command); err != nil {
		return nil, err
	}
	var err error
	if d.port, err = free.Port(); err != nil {
		return nil, err
	}
	// as the embedded one: what is acknowledged is on disk
	command = append(command, "--socket=server.sock", "--bind-address=127.0.0.1", "--port="+d.port, "--skip-name-resolve", "--skip-ssl",
		"--init-file="+grants, "--character-set-server=utf8mb4", "--collation-server=utf8mb4_bin", "--transaction-isolation=READ-COMMITTED",
		"--max-connections=500", "--max-allowed-packet=64M", "--innodb-flush-log-at-trx-commit=1", "--skip-symbolic-links")
	if d.process, err = start(directory, "database", nil, command...); err != nil {
		return nil, err
	}
	return d, d.await(ctx, accepts("127.0.0.1:"+d.port))
}

func (d *database) url() string {
	return "jdbc:mysql://127.0.0.1:" + d.port + "/bora?sslMode=DISABLED&allowPublicKeyRetrieval=true"
}

// userName: MariaDB refuses to run as root unless told to.
func userName() string {
	if os.Getuid() == 0 {
		return "root"
	}
	return os.Getenv("USER")
}

func install(directory, server string, command []string) error {
	if err := os.Mkdir(filepath.Join(directory, "data"), 0o700); err != nil {
		return err
	}
	sql := bytes.NewBufferString("create database mysql;\nuse mysql;\nset @auth_root_socket=NULL;\n")
	for _, file := range []string{"system_tables", "performance_tables", "system_tables_data"} {
		text, err := os.ReadFile(filepath.Join(server, "share/mariadb_"+file+".sql"))
		if err != nil {
			return err
		}
		sql.Write(text)
	}
	bootstrap := exec.Command(command[0], append(command[1:], "--bootstrap")...)
	bootstrap.Stdin = sql
	if output, err := bootstrap.CombinedOutput(); err != nil {
		return fmt.Errorf("the database could not be created: %w\n%s", err, output)
	}
	return nil
}

// unpack takes the server out of its jar.
func unpack(jar, to string) error {
	archive, err := zip.OpenReader(jar)
	if err != nil {
		return fmt.Errorf("%s: %w", jar, err)
	}
	defer archive.Close()
	found := 0
	for _, entry := range archive.File {
		_, name, inside := strings.Cut(entry.Name, "/linux/")
		if !inside || entry.FileInfo().IsDir() || strings.Contains(name, "..") || !begins(name, wanted) {
			continue
		}
		if err := extract(entry, filepath.Join(to, name)); err != nil {
			return err
		}
		found++
	}
	if found == 0 {
		return fmt.Errorf("%s: there is no MariaDB server in it", jar)
	}
	return os.Chmod(filepath.Join(to, wanted[0]), 0o755)
}

func begins(name string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

func extract(entry *zip.File, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	from, err := entry.Open()
	if err != nil {
		return err
	}
	defer from.Close()
	file, err := os.Create(to)
	if err != nil {
		return err
	}
	if _, err := io.Copy(file, from); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}
