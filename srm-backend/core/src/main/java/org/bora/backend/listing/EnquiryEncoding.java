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
      ListingFields.writeText(out, caller.dn());
      ListingFields.writeText(out, caller.issuer());
      ListingFields.writeList(
          out, caller.fqans(), fqan -> ListingFields.writeText(out, fqan.toString()));
      ListingFields.writeText(out, caller.host());
      LsRequest request = enquiry.request();
      ListingFields.writeList(
          out, request.surls(), surl -> ListingFields.writeText(out, surl.text()));
      out.writeBoolean(request.full());
      out.writeBoolean(request.allLevels());
      ListingFields.writeNumber(out, request.levels());
      ListingFields.writeNumber(out, request.offset());
      ListingFields.writeNumber(out, request.count());
      ListingFields.writeOptional(
          out, request.filter(), type -> ListingFields.writeText(out, type.name()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static Enquiry decode(byte[] stored) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(stored))) {
      Caller caller =
          new Caller(
              ListingFields.readText(in),
              ListingFields.readText(in),
              ListingFields.readList(in, () -> Fqan.parse(ListingFields.readText(in))),
              ListingFields.readText(in));
      LsRequest request =
          new LsRequest(
              ListingFields.readList(in, () -> new Surl(ListingFields.readText(in))),
              in.readBoolean(),
              in.readBoolean(),
              ListingFields.readNumber(in),
              ListingFields.readNumber(in),
              ListingFields.readNumber(in),
              ListingFields.readOptional(
                  in, () -> ListingFields.readConstant(in, FileStorageType.class)));
      return new Enquiry(caller, request);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
