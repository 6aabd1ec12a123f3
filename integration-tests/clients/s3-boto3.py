"""What boto3 does with an S3 door, each step checked. Reads AWS_* from the environment."""

import base64
import hashlib
import io
import subprocess
import sys
import tempfile
import urllib.request
import ssl
import os

import boto3
from botocore.client import Config
from botocore.exceptions import ClientError

# Debian's boto3 knows neither AWS_ENDPOINT_URL nor, for presigned URLs, a newer signature than version 2 by itself
s3 = boto3.client(
    "s3",
    endpoint_url=os.environ["AWS_ENDPOINT_URL"],
    config=Config(signature_version="s3v4", s3={"addressing_style": "path"}, retries={"max_attempts": 5}),
)
bucket = sys.argv[1]


def code(call, **arguments):
    """The code of the error that a call must end with."""
    try:
        call(**arguments)
    except ClientError as error:
        return error.response["Error"]["Code"]
    raise AssertionError("no error from %s %s" % (call.__name__, arguments))


def put_if(condition, **arguments):
    """A put with a condition, of which Debian's boto3 does not know yet."""
    put_if.condition = condition
    try:
        return s3.put_object(Bucket=bucket, **arguments)
    finally:
        put_if.condition = {}


put_if.condition = {}
s3.meta.events.register("before-call.s3.PutObject", lambda params, **_: params["headers"].update(put_if.condition))


def keys(**arguments):
    found = []
    for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, **arguments):
        found += [entry["Key"] for entry in page.get("Contents", [])]
        found += [entry["Prefix"] for entry in page.get("CommonPrefixes", [])]
    return found


def expect(expected, found):
    assert expected == found, "expected %r, found %r" % (expected, found)


s3.create_bucket(Bucket=bucket)
expect("BucketAlreadyOwnedByYou", code(s3.create_bucket, Bucket=bucket))
assert bucket in [one["Name"] for one in s3.list_buckets()["Buckets"]]
s3.head_bucket(Bucket=bucket)
expect("NoSuchBucket", code(s3.list_objects_v2, Bucket="not-" + bucket))
expect("NoSuchKey", code(s3.get_object, Bucket=bucket, Key="none"))
expect("NoSuchBucket", code(s3.get_object, Bucket="not-" + bucket, Key="none"))

# an object with everything that is kept of it, by each checksum
for algorithm in ("CRC32", "SHA1", "SHA256"):
    s3.put_object(Bucket=bucket, Key="sums/" + algorithm, Body=b"hello", ChecksumAlgorithm=algorithm)
    head = s3.head_object(Bucket=bucket, Key="sums/" + algorithm, ChecksumMode="ENABLED")
    assert "Checksum" + algorithm in head, head
body = os.urandom(300_000)
put = s3.put_object(
    Bucket=bucket,
    Key="d/\u00e4 b+c",
    Body=body,
    ContentType="text/x-special",
    CacheControl="no-cache",
    Metadata={"colour": "blue", "empty": ""},
    Tagging="a=1&b=two%20words",
    ContentMD5=base64.b64encode(hashlib.md5(body).digest()).decode(),
)
expect('"' + hashlib.md5(body).hexdigest() + '"', put["ETag"])
got = s3.get_object(Bucket=bucket, Key="d/\u00e4 b+c")
expect(body, got["Body"].read())
expect("text/x-special", got["ContentType"])
expect("no-cache", got["CacheControl"])
expect("blue", got["Metadata"]["colour"])
expect(put["ETag"], got["ETag"])
tags = s3.get_object_tagging(Bucket=bucket, Key="d/\u00e4 b+c")["TagSet"]
expect([{"Key": "a", "Value": "1"}, {"Key": "b", "Value": "two words"}], tags)
part = s3.get_object(Bucket=bucket, Key="d/\u00e4 b+c", Range="bytes=10-19")
expect(body[10:20], part["Body"].read())
expect(
    "InvalidRange", code(s3.get_object, Bucket=bucket, Key="d/\u00e4 b+c", Range="bytes=900000-")
)
expect("304", code(s3.get_object, Bucket=bucket, Key="d/\u00e4 b+c", IfNoneMatch=put["ETag"]))
expect(
    "PreconditionFailed", code(s3.get_object, Bucket=bucket, Key="d/\u00e4 b+c", IfMatch='"00"')
)
wrong = base64.b64encode(hashlib.md5(b"other").digest()).decode()
expect("BadDigest", code(s3.put_object, Bucket=bucket, Key="bad", Body=b"x", ContentMD5=wrong))
expect("NoSuchKey", code(s3.get_object, Bucket=bucket, Key="bad"))

# conditional writes
expect(
    "PreconditionFailed",
    code(put_if, condition={"If-None-Match": "*"}, Key="sums/SHA1", Body=b"y"),
)
expect(
    "PreconditionFailed",
    code(put_if, condition={"If-Match": '"0123"'}, Key="sums/SHA1", Body=b"y"),
)
known = s3.head_object(Bucket=bucket, Key="sums/SHA1")["ETag"]
put_if({"If-Match": known}, Key="sums/SHA1", Body=b"y")

# what files cannot be
expect("ObjectParentIsFile", code(s3.put_object, Bucket=bucket, Key="sums/SHA1/below", Body=b"y"))
expect("ObjectParentIsFile", code(s3.put_object, Bucket=bucket, Key="sums", Body=b"y"))
expect("InvalidArgument", code(s3.put_object, Bucket=bucket, Key="a//b", Body=b"y"))

# listings in the order of bytes, whatever the size of the pages
names = ["l/a-b", "l/a/x", "l/a/y", "l/a0", "l/a\uffee", "l/a\U0001f600", "l/b/c/d"]
for name in names:
    s3.put_object(Bucket=bucket, Key=name, Body=b"")
for size in (1, 2, 3, 1000):
    expect(names, keys(Prefix="l/", PaginationConfig={"PageSize": size}))
    level = [
        entry
        for page in s3.get_paginator("list_objects_v2").paginate(
            Bucket=bucket, Prefix="l/", Delimiter="/", PaginationConfig={"PageSize": size}
        )
        # keys and prefixes are told apart; one page is behind the other
        for entry in sorted(
            [e["Key"] for e in page.get("Contents", [])]
            + [e["Prefix"] for e in page.get("CommonPrefixes", [])]
        )
    ]
    expect(["l/a-b", "l/a/", "l/a0", "l/a\uffee", "l/a\U0001f600", "l/b/"], level)
    first = [
        entry["Key"]
        for page in s3.get_paginator("list_objects").paginate(
            Bucket=bucket, Prefix="l/", PaginationConfig={"PageSize": size}
        )
        for entry in page.get("Contents", [])
    ]
    expect(names, first)
expect(["l/a/y", "l/a0"], keys(Prefix="l/", StartAfter="l/a/x")[:2])
expect(["l/a/x", "l/a/y"], keys(Prefix="l/a/"))
expect([], keys(Prefix="nothing"))

# copies
s3.copy_object(Bucket=bucket, Key="copied", CopySource={"Bucket": bucket, "Key": "d/\u00e4 b+c"})
copied = s3.head_object(Bucket=bucket, Key="copied")
expect(put["ETag"], copied["ETag"])
expect("blue", copied["Metadata"]["colour"])

# parts
mpu = s3.create_multipart_upload(Bucket=bucket, Key="m/parts", Metadata={"of": "parts"})["UploadId"]
pieces = [os.urandom(5 << 20), os.urandom(1000)]
etags = []
for number, piece in enumerate(pieces, 1):
    uploaded = s3.upload_part(Bucket=bucket, Key="m/parts", UploadId=mpu, PartNumber=number, Body=piece)
    etags.append({"PartNumber": number, "ETag": uploaded["ETag"]})
expect(2, len(s3.list_parts(Bucket=bucket, Key="m/parts", UploadId=mpu)["Parts"]))
expect(["m/parts"], [u["Key"] for u in s3.list_multipart_uploads(Bucket=bucket)["Uploads"]])
expect([], keys(Prefix="m/"))


def complete(parts):
    return s3.complete_multipart_upload(
        Bucket=bucket, Key="m/parts", UploadId=mpu, MultipartUpload={"Parts": parts}
    )


def refused(parts):
    try:
        complete(parts)
    except ClientError as error:
        return error.response["Error"]["Code"]
    raise AssertionError("completed")


expect("InvalidPart", refused([dict(etags[0], ETag='"' + "0" * 32 + '"')]))
expect("InvalidPartOrder", refused(etags[::-1]))
done = complete(etags)
whole = hashlib.md5(b"".join(hashlib.md5(piece).digest() for piece in pieces)).hexdigest() + "-2"
expect('"' + whole + '"', done["ETag"])
expect(done["ETag"], complete(etags)["ETag"])  # as after a lost answer
got = s3.get_object(Bucket=bucket, Key="m/parts")
expect(b"".join(pieces), got["Body"].read())
expect("parts", got["Metadata"]["of"])
# a completion that takes long and is refused in its answer leaves the parts for one that is right
mpu = s3.create_multipart_upload(Bucket=bucket, Key="m/large")["UploadId"]
block = bytes(64 << 20)
tags = [
    s3.upload_part(Bucket=bucket, Key="m/large", UploadId=mpu, PartNumber=n, Body=block)["ETag"] for n in range(1, 5)
]
large = dict(
    Bucket=bucket,
    Key="m/large",
    UploadId=mpu,
    MultipartUpload={"Parts": [{"PartNumber": n + 1, "ETag": tag} for n, tag in enumerate(tags)]},
)
once = boto3.client(
    "s3",
    endpoint_url=os.environ["AWS_ENDPOINT_URL"],
    config=Config(signature_version="s3v4", s3={"addressing_style": "path"}, retries={"max_attempts": 0}),
)
try:  # the error comes with status 200, of which this client has no code
    once.complete_multipart_upload(ChecksumCRC32="AAAAAA==", **large)
    raise AssertionError("completed with a wrong checksum")
except ClientError:
    pass
expect(4, len(s3.list_parts(Bucket=bucket, Key="m/large", UploadId=mpu)["Parts"]))
s3.complete_multipart_upload(**large)
expect(256 << 20, s3.head_object(Bucket=bucket, Key="m/large")["ContentLength"])
s3.delete_object(Bucket=bucket, Key="m/large")

mpu = s3.create_multipart_upload(Bucket=bucket, Key="m/gone")["UploadId"]
s3.upload_part(Bucket=bucket, Key="m/gone", UploadId=mpu, PartNumber=1, Body=b"x")
s3.abort_multipart_upload(Bucket=bucket, Key="m/gone", UploadId=mpu)
expect("NoSuchUpload", code(s3.list_parts, Bucket=bucket, Key="m/gone", UploadId=mpu))
s3.upload_fileobj(io.BytesIO(b"z" * (20 << 20)), bucket, "m/managed")
expect(20 << 20, s3.head_object(Bucket=bucket, Key="m/managed")["ContentLength"])

# presigned
url = s3.generate_presigned_url("get_object", Params={"Bucket": bucket, "Key": "copied"}, ExpiresIn=60)
context = ssl.create_default_context(cafile=os.environ["AWS_CA_BUNDLE"])
expect(body, urllib.request.urlopen(url, context=context).read())
try:
    urllib.request.urlopen(url.replace("copied", "m/parts"), context=context)
    raise AssertionError("another key was read")
except urllib.error.HTTPError as error:
    expect(403, error.code)

# tags of what is there already
tags = {"TagSet": [{"Key": "a", "Value": "1"}, {"Key": "b c", "Value": "\u00e4"}]}
s3.put_object_tagging(Bucket=bucket, Key="copied", Tagging=tags)
expect(tags["TagSet"], s3.get_object_tagging(Bucket=bucket, Key="copied")["TagSet"])
expect(put["ETag"], s3.head_object(Bucket=bucket, Key="copied")["ETag"])
s3.delete_object_tagging(Bucket=bucket, Key="copied")
expect([], s3.get_object_tagging(Bucket=bucket, Key="copied")["TagSet"])
expect("NoSuchTagSet", code(s3.get_bucket_tagging, Bucket=bucket))
s3.put_bucket_tagging(Bucket=bucket, Tagging=tags)
expect(tags["TagSet"], s3.get_bucket_tagging(Bucket=bucket)["TagSet"])
s3.delete_bucket_tagging(Bucket=bucket)
expect("NoSuchTagSet", code(s3.get_bucket_tagging, Bucket=bucket))


def curl(*words):
    """What a browser would send: the status, the headers in lower case, and the body."""
    sent = subprocess.run(
        ["curl", "-s", "-i", "--cacert", os.environ["AWS_CA_BUNDLE"], *words], stdout=subprocess.PIPE, check=True
    )
    head, _, answer = sent.stdout.replace(b"HTTP/1.1 100 Continue\r\n\r\n", b"").partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    return int(lines[0].split()[1]), headers, answer.decode()


# forms: what is signed may be sent, and nothing else
with tempfile.TemporaryDirectory() as directory:
    source = os.path.join(directory, "x.bin")
    with open(source, "wb") as file:
        file.write(body[:5000])

    def post(form, name="x.bin", **changed):
        words = []
        for field, value in dict(form["fields"], **changed).items():
            words += ["--form-string", "%s=%s" % (field, value)]
        return curl(*words, "-F", "file=@%s;filename=%s" % (source, name), form["url"])

    conditions = [["starts-with", "$x-amz-meta-colour", ""], ["content-length-range", 1, 5000]]
    form = s3.generate_presigned_post(bucket, "posted/${filename}", Conditions=conditions)
    status, headers, answer = post(form, **{"x-amz-meta-colour": "green"})
    assert status == 204, answer
    got = s3.get_object(Bucket=bucket, Key="posted/x.bin")
    expect(body[:5000], got["Body"].read())
    expect("green", got["Metadata"]["colour"])
    expect(headers["etag"], got["ETag"])
    # a name with directories is one without; dots are no name
    expect(204, post(form, "../../y.bin", **{"x-amz-meta-colour": ""})[0])
    s3.head_object(Bucket=bucket, Key="posted/y.bin")
    expect(400, post(form, "..", **{"x-amz-meta-colour": ""})[0])
    expect(403, post(form, **{"x-amz-meta-colour": "green", "x-amz-meta-other": "1"})[0])
    expect(403, post(form, **{"x-amz-meta-colour": "green", "key": "elsewhere"})[0])
    expect(403, post(form)[0])
    expect(400, post(form, **{"x-amz-meta-colour": "a\r\nSet-Cookie: b"})[0])
    fields = dict(form["fields"], **{"x-amz-meta-colour": "green"})
    bad = {"fields": dict(fields, **{"x-amz-signature": "0" * 64}), "url": form["url"]}
    assert "SignatureDoesNotMatch" in post(bad)[2]
    small = s3.generate_presigned_post(bucket, "posted/z", Conditions=[["content-length-range", 1, 10]])
    assert "EntityTooLarge" in post(small)[2]
    expect("404", code(s3.head_object, Bucket=bucket, Key="posted/z"))
    where = {"success_action_redirect": "https://page.example/done?a=b"}
    next_page = s3.generate_presigned_post(bucket, "posted/z", Fields=where, Conditions=[where])
    status, headers, _ = post(next_page)
    expect(303, status)
    assert headers["location"].startswith("https://page.example/done?a=b&bucket=" + bucket), headers
    assert "MaxPostPreDataLengthExceeded" in post(form, **{"x-amz-meta-colour": "x" * 30000})[2]

# scripts of other pages
place = os.environ["AWS_ENDPOINT_URL"] + "/" + bucket


def preflight(origin, method):
    words = ["-H", "Origin: " + origin, "-H", "Access-Control-Request-Method: " + method]
    return curl("-X", "OPTIONS", *words, place + "/copied")


expect("NoSuchCORSConfiguration", code(s3.get_bucket_cors, Bucket=bucket))
expect(403, preflight("https://page.example", "GET")[0])
rules = [{"AllowedOrigins": ["https://page.example"], "AllowedMethods": ["GET"], "MaxAgeSeconds": 60}]
s3.put_bucket_cors(Bucket=bucket, CORSConfiguration={"CORSRules": rules})
expect(rules, s3.get_bucket_cors(Bucket=bucket)["CORSRules"])
status, headers, _ = preflight("https://page.example", "GET")
expect((200, "https://page.example"), (status, headers["access-control-allow-origin"]))
expect(403, preflight("https://other.example", "GET")[0])
expect(403, preflight("https://page.example", "PUT")[0])
url = s3.generate_presigned_url("get_object", Params={"Bucket": bucket, "Key": "copied"}, ExpiresIn=60)
status, headers, _ = curl("-o", os.devnull, "-D", "-", "-H", "Origin: https://page.example", url)
expect((200, "https://page.example"), (status, headers["access-control-allow-origin"]))
_, headers, _ = curl("-o", os.devnull, "-D", "-", "-H", "Origin: https://other.example", url)
assert "access-control-allow-origin" not in headers, headers
s3.delete_bucket_cors(Bucket=bucket)
expect(403, preflight("https://page.example", "GET")[0])

# lists of rights tell what the rules of the area allow, and do not change them
expect("FULL_CONTROL", s3.get_bucket_acl(Bucket=bucket)["Grants"][0]["Permission"])
s3.put_bucket_acl(Bucket=bucket, ACL="private")
expect("AccessControlListNotSupported", code(s3.put_bucket_acl, Bucket=bucket, ACL="public-read"))
expect("AccessControlListNotSupported", code(s3.put_object_acl, Bucket=bucket, Key="copied", ACL="public-read"))
assert all(s3.get_public_access_block(Bucket=bucket)["PublicAccessBlockConfiguration"].values())

# what is not served is said
expect("NoSuchBucketPolicy", code(s3.get_bucket_policy, Bucket=bucket))
expect("NotImplemented", code(s3.put_bucket_policy, Bucket=bucket, Policy="{}"))

# a bucket goes when it is empty, directories go with their files
expect("BucketNotEmpty", code(s3.delete_bucket, Bucket=bucket))
s3.delete_object(Bucket=bucket, Key="none/at/all")
while keys():
    s3.delete_objects(Bucket=bucket, Delete={"Objects": [{"Key": key} for key in keys()]})
s3.delete_bucket(Bucket=bucket)
print("done")
