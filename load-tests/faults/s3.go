package main

import (
	"context"
	"errors"
	"hash/adler32"
	"os"
	"strings"
	"time"

	"bora/loadtests/client"
	"bora/loadtests/dav"
	"bora/loadtests/s3"
)

const (
	// S3 has it so of all parts but the last
	leastPart   = 5 << 20
	uploadsName = "/.s3-upload-"
)

// newS3 is a client of the first area as a bucket, with the access key of the environment.
func newS3(o options) (*s3.Client, error) {
	if o.s3URL == "" {
		return nil, nil
	}
	key, secret := os.Getenv("AWS_ACCESS_KEY_ID"), os.Getenv("AWS_SECRET_ACCESS_KEY")
	if key == "" || secret == "" {
		return nil, errors.New("-s3 needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	trust, err := client.LoadTrust(o.certificates)
	if err != nil {
		return nil, err
	}
	return s3.New(o.s3URL, o.areas[0], key, secret, trust, o.clients), nil
}

// putParts stores a name by a multipart upload. An attempt goes on where the one before has stopped.
func (w *worker) putParts(ctx context.Context, name string, fresh bool) {
	bytes_ := make([]byte, leastPart+1+w.random.Intn(1<<20))
	w.random.Read(bytes_)
	parts := [][]byte{bytes_[:leastPart], bytes_[leastPart:]}
	key := strings.TrimPrefix(name, w.areas[0]+"/")
	var upload s3.Upload
	var tags []string
	w.arrive(ctx, "multipart upload", name, content{len(bytes_), adler32.Checksum(bytes_)}, fresh, func() error {
		var err error
		if upload.ID == "" {
			if upload, err = w.s3.Create(ctx, key); err != nil {
				return err
			}
		}
		for len(tags) < len(parts) {
			tag, err := w.s3.Part(ctx, upload, len(tags)+1, parts[len(tags)])
			if err != nil {
				return err
			}
			tags = append(tags, tag)
		}
		return w.s3.Complete(ctx, upload, tags)
	})
}

// abortUploads gives up what clients have left: no one else does so within days.
func (r *run) abortUploads(ctx context.Context) {
	if r.s3 == nil {
		return
	}
	for end := time.Now().Add(r.settle); ; time.Sleep(again) {
		left, err := r.s3.Uploads(ctx)
		for _, upload := range left {
			err = r.s3.Abort(ctx, upload)
			var refusal *dav.Refusal
			if errors.As(err, &refusal) && refusal.Status == 404 {
				err = nil // an attempt whose answer was lost has done it
			}
		}
		if (len(left) == 0 && err == nil) || ctx.Err() != nil {
			return
		}
		if time.Now().After(end) {
			r.breach("%d multipart uploads cannot be aborted: %v", len(left), err)
			return
		}
	}
}
