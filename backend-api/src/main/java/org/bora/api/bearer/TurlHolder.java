package org.bora.api.bearer;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.Grant;

/**
 * The user for whom a transfer URL was made, with all names that a ban can match. The names are
 * part of the URL, signed but not secret.
 *
 * @param dn as of {@link Caller}
 * @param issuer of that name
 * @param vos virtual organisations of the user at that time
 */
public record TurlHolder(String dn, String issuer, List<String> vos) {
  /** More stand in no URL that clients can use. */
  private static final int MOST_VOS = 100;

  public TurlHolder {
    Objects.requireNonNull(dn, "dn");
    Objects.requireNonNull(issuer, "issuer");
    vos = List.copyOf(vos);
  }

  /** Who asks for a URL. */
  public static TurlHolder of(Caller caller) {
    return new TurlHolder(
        caller.dn(),
        caller.issuer(),
        caller.fqans().stream()
            .map(Fqan::vo)
            .filter(vo -> !vo.isEmpty())
            .distinct()
            .limit(MOST_VOS)
            .toList());
  }

  /**
   * The same as a caller, whom no rule lets in.
   *
   * @param host address that the call comes from
   */
  public Caller caller(String host) {
    return new Caller(
        dn,
        issuer,
        vos.stream().map(vo -> new Fqan("/" + vo, "")).toList(),
        host,
        Optional.of(new Grant(List.of(), Optional.of("a transfer URL"))));
  }

  void write(DataOutputStream out) throws IOException {
    out.writeUTF(dn);
    out.writeUTF(issuer);
    out.writeByte(vos.size());
    for (String vo : vos) {
      out.writeUTF(vo);
    }
  }

  static TurlHolder read(DataInputStream in) throws IOException {
    String dn = in.readUTF();
    String issuer = in.readUTF();
    int count = in.readUnsignedByte();
    List<String> vos = new ArrayList<>();
    for (int at = 0; at < count; at++) {
      vos.add(in.readUTF());
    }
    return new TurlHolder(dn, issuer, vos);
  }
}
