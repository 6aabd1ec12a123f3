"""What a boto3 that adds checksums by itself (1.36 and later) does with an S3 door. Reads AWS_* from the environment."""

import hashlib
import os
import sys
import tempfile
from datetime import datetime

import boto3
from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import ClientError

# no argument but the bucket: endpoint, region, authority and key come from the environment, as a user has them
s3 = boto3.client("s3", config=Config(s3={"addressing_style": "path"}))
bucket = sys.argv[1]
seen = []
s3.meta.events.register("before-send.s3.*", lambda request, **_: seen.append(dict(request.headers)))


def expect(expected, found):
    assert expected == found, "expected %r, found %r" % (expected, found)


def code(call, **arguments):
    """The code of the error that a call must end with."""
    try:
        call(**arguments)
    except ClientError as error:
        return error.response["Error"]["Code"]
    raise AssertionError("no error from %s %s" % (call.__name__, arguments))


def text(value):
    return value.decode() if isinstance(value, bytes) else value


def sums(answer):
    return {name for name in answer if name.startswith("Checksum") and name != "ChecksumType"}


s3.create_bucket(Bucket=bucket)
body = os.urandom(300_000)

# the checksum that the client chooses comes as a trailer of a body in chunks
put = s3.put_object(Bucket=bucket, Key="default", Body=body)
chosen = {text(head["X-Amz-Trailer"]) for head in seen if "X-Amz-Trailer" in head}
expect(1, len(chosen))
expect(True, chosen.pop() in ("x-amz-checksum-crc32", "x-amz-checksum-crc64nvme"))
got = s3.get_object(Bucket=bucket, Key="default")  # which the client compares while it reads
expect(body, got["Body"].read())
expect(sums(put), sums(got))
expect("FULL_OBJECT", got["ChecksumType"])

# each that it can make, one after the other
for algorithm in ("CRC32", "CRC32C", "CRC64NVME", "SHA1", "SHA256"):
    key = "by/" + algorithm
    put = s3.put_object(Bucket=bucket, Key=key, Body=body, ChecksumAlgorithm=algorithm)
    head = s3.head_object(Bucket=bucket, Key=key, ChecksumMode="ENABLED")
    expect(put["Checksum" + algorithm], head["Checksum" + algorithm])
    expect(body, s3.get_object(Bucket=bucket, Key=key)["Body"].read())
expect("BadDigest", code(s3.put_object, Bucket=bucket, Key="bad", Body=body, ChecksumCRC32="AAAAAA=="))
expect("404", code(s3.head_object, Bucket=bucket, Key="bad"))

# conditions
expect("PreconditionFailed", code(s3.put_object, Bucket=bucket, Key="default", Body=b"x", IfNoneMatch="*"))
s3.put_object(Bucket=bucket, Key="default", Body=b"x", IfMatch=got["ETag"])
expect("PreconditionFailed", code(s3.delete_object, Bucket=bucket, Key="default", IfMatch=got["ETag"]))

# files in parts, each with its checksum, there and back; ranges at both sides of the border of two parts
with tempfile.TemporaryDirectory() as directory:
    source, copy = os.path.join(directory, "source"), os.path.join(directory, "copy")
    parts = os.urandom(17 << 20)
    with open(source, "wb") as file:
        file.write(parts)
    config = TransferConfig(multipart_threshold=8 << 20, multipart_chunksize=5 << 20)
    for algorithm in (None, "SHA256"):
        extra = {"ChecksumAlgorithm": algorithm} if algorithm else {}
        s3.upload_file(source, bucket, "parts", ExtraArgs=extra, Config=config)
        s3.download_file(bucket, "parts", copy, Config=config)
        with open(copy, "rb") as file:
            expect(hashlib.sha256(parts).digest(), hashlib.sha256(file.read()).digest())
        head = s3.head_object(Bucket=bucket, Key="parts", ChecksumMode="ENABLED")
        expect(len(parts), head["ContentLength"])
        expect(True, head["ETag"].endswith('-4"'))
        expect("COMPOSITE" if algorithm else head["ChecksumType"], head["ChecksumType"])
        expect(True, bool(sums(head)))
        attributes = s3.get_object_attributes(
            Bucket=bucket, Key="parts", ObjectAttributes=["ETag", "Checksum", "ObjectParts", "ObjectSize"]
        )
        expect(4, attributes["ObjectParts"]["TotalPartsCount"])
        expect(len(parts), attributes["ObjectSize"])
border = 5 << 20
part = s3.get_object(Bucket=bucket, Key="parts", Range="bytes=%d-%d" % (border - 10, border + 9))
expect(parts[border - 10 : border + 10], part["Body"].read())
expect(parts[border : 2 * border], s3.get_object(Bucket=bucket, Key="parts", PartNumber=2)["Body"].read())
s3.copy({"Bucket": bucket, "Key": "parts"}, bucket, "copied", Config=config)  # by UploadPartCopy
expect(parts, s3.get_object(Bucket=bucket, Key="copied")["Body"].read())

# a directory that was put has metadata and tags, and stays when what is in it goes
s3.put_object(Bucket=bucket, Key="kept/", Body=b"", Metadata={"mode": "750"}, Tagging="a=1")
expect("750", s3.head_object(Bucket=bucket, Key="kept/")["Metadata"]["mode"])
expect([{"Key": "a", "Value": "1"}], s3.get_object_tagging(Bucket=bucket, Key="kept/")["TagSet"])
s3.copy_object(
    Bucket=bucket,
    Key="kept/",
    CopySource={"Bucket": bucket, "Key": "kept/"},
    Metadata={"mode": "700"},
    MetadataDirective="REPLACE",
)
s3.put_object(Bucket=bucket, Key="kept/made/f", Body=b"x")
s3.delete_object(Bucket=bucket, Key="kept/made/f")
head = s3.head_object(Bucket=bucket, Key="kept/")
expect("700", head["Metadata"]["mode"])
expect("404", code(s3.head_object, Bucket=bucket, Key="kept/made/"))
expect("304", code(s3.get_object, Bucket=bucket, Key="kept/", IfNoneMatch=head["ETag"]))
# one that is no object any more goes with the last object in it
s3.put_object(Bucket=bucket, Key="kept/f", Body=b"x")
s3.delete_object(Bucket=bucket, Key="kept/")
expect({}, s3.head_object(Bucket=bucket, Key="kept/")["Metadata"])
s3.delete_object(Bucket=bucket, Key="kept/f")
expect("404", code(s3.head_object, Bucket=bucket, Key="kept/"))

# an upload is given up by who knows when it was begun
mpu = s3.create_multipart_upload(Bucket=bucket, Key="given-up")["UploadId"]
s3.upload_part(Bucket=bucket, Key="given-up", UploadId=mpu, PartNumber=1, Body=b"x")
begun = s3.list_multipart_uploads(Bucket=bucket)["Uploads"][0]["Initiated"]
given_up = dict(Bucket=bucket, Key="given-up", UploadId=mpu)
expect("PreconditionFailed", code(s3.abort_multipart_upload, IfMatchInitiatedTime=datetime(2020, 1, 1), **given_up))
s3.abort_multipart_upload(IfMatchInitiatedTime=begun, **given_up)

listed = [entry for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket) for entry in page["Contents"]]
expect(
    ["by/CRC32", "by/CRC32C", "by/CRC64NVME", "by/SHA1", "by/SHA256", "copied", "default", "parts"],
    [entry["Key"] for entry in listed],
)
s3.delete_objects(Bucket=bucket, Delete={"Objects": [{"Key": entry["Key"]} for entry in listed]})
s3.delete_bucket(Bucket=bucket)
print("done")
