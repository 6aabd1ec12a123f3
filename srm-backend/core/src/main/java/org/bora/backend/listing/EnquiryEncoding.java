package org.bora.backend.listing;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.bora.api.directory.LsRequest;
import org.bora.api.word.Caller;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.Fqan;
import org.bora.api.word.Surl;

/** How an {@link Enquiry} is stored. */
final class EnquiryEncoding {
  private EnquiryEncoding() {}

  /** Those with a grant get their listings at once: only SRM stores them, and has no tokens. */
  static byte[] encode(Enquiry enquiry) {
    if (enquiry.caller().grant().isPresent()) {
      throw new IllegalArgumentException("a listing with a token is not stored");
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      Caller caller = enquiry.caller();
      Fields.writeText(out, caller.dn());
      Fields.writeText(out, caller.issuer());
      Fields.writeList(out, caller.fqans(), fqan -> Fields.writeText(out, fqan.toString()));
      Fields.writeText(out, caller.host());
      LsRequest request = enquiry.request();
      Fields.writeList(out, request.surls(), surl -> Fields.writeText(out, surl.text()));
      out.writeBoolean(request.full());
      out.writeBoolean(request.allLevels());
      Fields.writeNumber(out, request.levels());
      Fields.writeNumber(out, request.offset());
      Fields.writeNumber(out, request.count());
      Fields.writeOptional(out, request.filter(), type -> Fields.writeText(out, type.name()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static Enquiry decode(byte[] stored) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(stored))) {
      Caller caller =
          new Caller(
              Fields.readText(in),
              Fields.readText(in),
              Fields.readList(in, () -> Fqan.parse(Fields.readText(in))),
              Fields.readText(in));
      LsRequest request =
          new LsRequest(
              Fields.readList(in, () -> new Surl(Fields.readText(in))),
              in.readBoolean(),
              in.readBoolean(),
              Fields.readNumber(in),
              Fields.readNumber(in),
              Fields.readNumber(in),
              Fields.readOptional(in, () -> Fields.readConstant(in, FileStorageType.class)));
      return new Enquiry(caller, request);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
