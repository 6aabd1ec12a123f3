package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"time"
)

// signer is the key of the try grid's issuer, a JSON web key on the curve P-256.
type signer struct {
	id  string
	key *ecdsa.PrivateKey
}

func loadKey(file string) (*signer, error) {
	text, err := os.ReadFile(filepath.Clean(file))
	if err != nil {
		return nil, err
	}
	var k struct{ Kid, X, Y, D string }
	if err := json.Unmarshal(text, &k); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	number := func(text string) *big.Int {
		raw, failed := base64.RawURLEncoding.DecodeString(text)
		if failed != nil {
			err = fmt.Errorf("%s: %w", file, failed)
		}
		return new(big.Int).SetBytes(raw)
	}
	key := &ecdsa.PrivateKey{PublicKey: ecdsa.PublicKey{Curve: elliptic.P256(), X: number(k.X), Y: number(k.Y)}, D: number(k.D)}
	return &signer{id: k.Kid, key: key}, err
}

// token is one of the WLCG profile that allows everything, for as long as a bench may take.
func (s *signer) token(issuer, subject string) (string, error) {
	now := time.Now()
	head, err := encoded(map[string]string{"alg": "ES256", "typ": "JWT", "kid": s.id})
	if err != nil {
		return "", err
	}
	claims, err := encoded(map[string]any{
		"iss": issuer, "sub": subject, "aud": "https://wlcg.cern.ch/jwt/v1/any", "wlcg.ver": "1.3", "jti": issuer + now.String(),
		"iat": now.Unix(), "nbf": now.Unix(), "exp": now.Add(longest).Unix(),
		"scope": "storage.read:/ storage.modify:/ storage.stage:/ storage.poll:/",
	})
	if err != nil {
		return "", err
	}
	digest := sha256.Sum256([]byte(head + "." + claims))
	r, t, err := ecdsa.Sign(rand.Reader, s.key, digest[:])
	if err != nil {
		return "", err
	}
	const half = 32
	signature := make([]byte, 2*half)
	r.FillBytes(signature[:half])
	t.FillBytes(signature[half:])
	return head + "." + claims + "." + base64.RawURLEncoding.EncodeToString(signature), nil
}

func encoded(content any) (string, error) {
	text, err := json.Marshal(content)
	return base64.RawURLEncoding.EncodeToString(text), err
}
