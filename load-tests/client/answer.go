package client

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
)

// Answer is what a load test needs of an SRM reply about one file. It is searched for, not parsed:
// with encoding/xml the client would spend more on a reply than the server.
type Answer struct {
	Code     string // of the request
	FileCode string // of its first file or path; empty when there is none
	Token    string
	Turl     string
	Why      string // of an answer that is no success: the first explanation in it
	Pin      int    // seconds that a pin still has, where the call is about one; -1 for ever
}

// Pending tells whether the request has to be asked for again.
func (a Answer) Pending() bool {
	return a.Code == "SRM_REQUEST_QUEUED" || a.Code == "SRM_REQUEST_INPROGRESS"
}

// Final is the status that tells most: the file's, where the request has one.
func (a Answer) Final() string {
	if a.FileCode != "" {
		return a.FileCode
	}
	return a.Code
}

func answerOf(body []byte) (Answer, error) {
	if !bytes.HasSuffix(bytes.TrimSpace(body), []byte("Envelope>")) {
		return Answer{}, failed(Malformed, fmt.Errorf("the reply does not end as an envelope: %.200s", body))
	}
	begin, end := contentOf(body, "returnStatus")
	if begin < 0 {
		return Answer{}, failed(Malformed, fmt.Errorf("no returnStatus in the reply: %.400s", body))
	}
	answer := Answer{Code: text(body[begin:end], "statusCode")}
	if answer.Code == "" {
		return Answer{}, failed(Malformed, errors.New("a returnStatus without statusCode"))
	}
	if answer.FileCode = text(body[:begin], "statusCode"); answer.FileCode == "" {
		answer.FileCode = text(body[end:], "statusCode")
	}
	if final := answer.Final(); final != "SRM_SUCCESS" {
		answer.Why = text(body, "explanation")
	}
	answer.Token, answer.Turl = text(body, "requestToken"), text(body, "transferURL")
	return answer, nil
}

// contentOf is where the content of the first element of an unqualified name begins and ends; -1
// when there is none.
func contentOf(body []byte, name string) (int, int) {
	open, from := []byte("<"+name), 0
	for {
		at := bytes.Index(body[from:], open)
		if at < 0 {
			return -1, -1
		}
		from += at + len(open)
		right := bytes.IndexByte(body[from:], '>')
		if right < 0 {
			return -1, -1
		}
		next := body[from]
		if next != '>' && next != ' ' && next != '/' {
			continue // a longer name
		}
		begin := from + right + 1
		if body[begin-2] == '/' {
			return begin, begin
		}
		end := bytes.Index(body[begin:], []byte("</"+name+">"))
		if end < 0 {
			return -1, -1
		}
		return begin, begin + end
	}
}

func text(body []byte, name string) string {
	begin, end := contentOf(body, name)
	if begin < 0 {
		return ""
	}
	content := body[begin:end]
	if bytes.IndexByte(content, '&') < 0 {
		return string(content)
	}
	var plain string
	if err := xml.Unmarshal([]byte("<t>"+string(content)+"</t>"), &plain); err != nil {
		return string(content)
	}
	return plain
}
