// What minio-go does with an S3 door, each step checked. Reads AWS_* from the environment, and SSL_CERT_FILE.
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/tags"
)

var (
	all    = context.Background()
	bucket = os.Args[1]
)

func main() {
	endpoint, err := url.Parse(os.Getenv("AWS_ENDPOINT_URL"))
	must(err)
	for _, trailers := range []bool{false, true} {
		s3, err := minio.New(endpoint.Host, &minio.Options{
			Creds:           credentials.NewEnvAWS(),
			Secure:          endpoint.Scheme == "https",
			Region:          os.Getenv("AWS_DEFAULT_REGION"),
			BucketLookup:    minio.BucketLookupPath,
			TrailingHeaders: trailers,
		})
		must(err)
		play(s3, trailers)
	}
	fmt.Println("done")
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func expect(what string, expected, found any) {
	if fmt.Sprint(expected) != fmt.Sprint(found) {
		panic(fmt.Sprintf("%s: expected %v, found %v", what, expected, found))
	}
}

func random(size int) []byte {
	made := make([]byte, size)
	_, err := rand.Read(made)
	must(err)
	return made
}

func read(s3 *minio.Client, key string, options minio.GetObjectOptions) []byte {
	object, err := s3.GetObject(all, bucket, key, options)
	must(err)
	defer object.Close()
	found, err := io.ReadAll(object)
	must(err)
	return found
}

func same(what string, expected, found []byte) {
	if !bytes.Equal(expected, found) {
		panic(fmt.Sprintf("%s: %d bytes differ from %d expected ones", what, len(found), len(expected)))
	}
}

func keys(s3 *minio.Client, options minio.ListObjectsOptions) string {
	var found []string
	for object := range s3.ListObjects(all, bucket, options) {
		must(object.Err)
		found = append(found, object.Key)
	}
	return strings.Join(found, " ")
}

func play(s3 *minio.Client, trailers bool) {
	must(s3.MakeBucket(all, bucket, minio.MakeBucketOptions{}))
	there, err := s3.BucketExists(all, bucket)
	must(err)
	expect("bucket", true, there)
	whole(s3)
	if trailers {
		sums(s3)
	}
	inParts(s3)
	signed(s3)
	remove(s3)
}

func whole(s3 *minio.Client) {
	body := random(300_000)
	options := minio.PutObjectOptions{
		ContentType:  "text/x-special",
		UserMetadata: map[string]string{"Colour": "blue"},
		UserTags:     map[string]string{"a": "1"},
	}
	put, err := s3.PutObject(all, bucket, "d/ä b+c", bytes.NewReader(body), int64(len(body)), options)
	must(err)
	same("get", body, read(s3, "d/ä b+c", minio.GetObjectOptions{}))
	stat, err := s3.StatObject(all, bucket, "d/ä b+c", minio.StatObjectOptions{Checksum: true})
	must(err)
	expect("etag", put.ETag, stat.ETag)
	expect("type", "text/x-special", stat.ContentType)
	expect("metadata", "blue", stat.UserMetadata["Colour"])
	var part minio.GetObjectOptions
	must(part.SetRange(100, 199))
	same("range", body[100:200], read(s3, "d/ä b+c", part))
	object, err := s3.GetObject(all, bucket, "d/ä b+c", minio.GetObjectOptions{})
	must(err)
	some := make([]byte, 50)
	_, err = object.ReadAt(some, 299_950)
	if err != io.EOF {
		must(err)
	}
	same("end", body[299_950:], some)
	must(object.Close())

	changed, err := tags.MapToObjectTags(map[string]string{"b": "two words"})
	must(err)
	must(s3.PutObjectTagging(all, bucket, "d/ä b+c", changed, minio.PutObjectTaggingOptions{}))
	found, err := s3.GetObjectTagging(all, bucket, "d/ä b+c", minio.GetObjectTaggingOptions{})
	must(err)
	expect("tags", changed.ToMap(), found.ToMap())

	var only minio.PutObjectOptions
	only.SetMatchETagExcept("*")
	_, err = s3.PutObject(all, bucket, "d/ä b+c", bytes.NewReader(body), int64(len(body)), only)
	expect("put of what is there", "PreconditionFailed", minio.ToErrorResponse(err).Code)
	_, err = s3.CopyObject(all, minio.CopyDestOptions{Bucket: bucket, Object: "copied"}, minio.CopySrcOptions{Bucket: bucket, Object: "d/ä b+c"})
	must(err)
	same("copy", body, read(s3, "copied", minio.GetObjectOptions{}))
	expect("level", "copied d/", keys(s3, minio.ListObjectsOptions{}))
	expect("below", "d/ä b+c", keys(s3, minio.ListObjectsOptions{Prefix: "d/", Recursive: true, MaxKeys: 1}))
	expect("version 1", "d/ä b+c", keys(s3, minio.ListObjectsOptions{Prefix: "d/", UseV1: true}))
}

// sums are sent by clients that may send trailers alone
func sums(s3 *minio.Client) {
	body := random(300_000)
	for _, sum := range []minio.ChecksumType{
		minio.ChecksumCRC32, minio.ChecksumCRC32C, minio.ChecksumCRC64NVME, minio.ChecksumSHA1, minio.ChecksumSHA256,
	} {
		_, err := s3.PutObject(all, bucket, "sums/"+sum.String(), bytes.NewReader(body), int64(len(body)), minio.PutObjectOptions{Checksum: sum})
		must(err)
		same(sum.String(), body, read(s3, "sums/"+sum.String(), minio.GetObjectOptions{Checksum: true}))
	}
	expect("level", "copied d/ sums/", keys(s3, minio.ListObjectsOptions{}))
}

func inParts(s3 *minio.Client) {
	body := random(17 << 20)
	options := minio.PutObjectOptions{PartSize: 5 << 20, NumThreads: 3}
	put, err := s3.PutObject(all, bucket, "parts", bytes.NewReader(body), int64(len(body)), options)
	must(err)
	expect("parts", true, strings.HasSuffix(put.ETag, "-4"))
	same("parts", body, read(s3, "parts", minio.GetObjectOptions{}))
	// a stream of which the client does not know how long it is
	_, err = s3.PutObject(all, bucket, "stream", io.MultiReader(bytes.NewReader(body)), -1, options)
	must(err)
	same("stream", body, read(s3, "stream", minio.GetObjectOptions{}))
	options.ConcurrentStreamParts = true
	_, err = s3.PutObject(all, bucket, "stream", io.MultiReader(bytes.NewReader(body)), -1, options)
	must(err)
	same("parallel stream", body, read(s3, "stream", minio.GetObjectOptions{}))
	// by UploadPartCopy
	parts := minio.CopySrcOptions{Bucket: bucket, Object: "parts"}
	_, err = s3.ComposeObject(all, minio.CopyDestOptions{Bucket: bucket, Object: "composed"}, parts, parts)
	must(err)
	same("composed", append(append([]byte{}, body...), body...), read(s3, "composed", minio.GetObjectOptions{}))

	core := minio.Core{Client: s3}
	id, err := core.NewMultipartUpload(all, bucket, "given-up", minio.PutObjectOptions{})
	must(err)
	_, err = core.PutObjectPart(all, bucket, "given-up", id, 1, bytes.NewReader(body[:100]), 100, minio.PutObjectPartOptions{})
	must(err)
	begun := 0
	for upload := range s3.ListIncompleteUploads(all, bucket, "", true) {
		must(upload.Err)
		expect("upload", "given-up", upload.Key)
		begun++
	}
	expect("uploads", 1, begun)
	must(s3.RemoveIncompleteUpload(all, bucket, "given-up"))
}

func signed(s3 *minio.Client) {
	put, err := s3.PresignedPutObject(all, bucket, "signed", time.Minute)
	must(err)
	request, err := http.NewRequest(http.MethodPut, put.String(), strings.NewReader("by a URL"))
	must(err)
	answer, err := http.DefaultClient.Do(request)
	must(err)
	expect("presigned put", 200, answer.StatusCode)
	must(answer.Body.Close())
	get, err := s3.PresignedGetObject(all, bucket, "signed", time.Minute, url.Values{"response-content-type": {"text/plain"}})
	must(err)
	answer, err = http.DefaultClient.Get(get.String())
	must(err)
	found, err := io.ReadAll(answer.Body)
	must(err)
	must(answer.Body.Close())
	expect("presigned get", "by a URL", string(found))
	expect("type", "text/plain", answer.Header.Get("Content-Type"))
}

func remove(s3 *minio.Client) {
	must(s3.RemoveObject(all, bucket, "signed", minio.RemoveObjectOptions{}))
	_, err := s3.StatObject(all, bucket, "signed", minio.StatObjectOptions{})
	expect("stat of what is gone", "NoSuchKey", minio.ToErrorResponse(err).Code)
	objects := s3.ListObjects(all, bucket, minio.ListObjectsOptions{Recursive: true})
	for failure := range s3.RemoveObjects(all, bucket, objects, minio.RemoveObjectsOptions{}) {
		must(failure.Err)
	}
	must(s3.RemoveBucket(all, bucket))
}
