package org.bora.backend.operation.copy;

import java.util.Optional;
import org.bora.api.Backend;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.database.Transactions;
import org.bora.client.ClientSettings;
import org.bora.client.RemoteSurl;
import org.bora.client.SrmClient;
import org.bora.gridftp.control.ControlClient;
import org.bora.gridftp.control.HostAddresses;
import org.bora.gridftp.copy.GsiftpUrl;
import org.bora.gridftp.gss.GsiCredential;

/** Classifies a side of a copy by its name: a file of this service, of another, or neither. */
final class Sides {
  /** What calls to other services need. */
  record Abroad(SrmClient srms, ControlClient client, HostAddresses addresses) {}

  private final LocalNames names;
  private final Backend local;
  private final Transactions transactions;
  private final CopyEnding ending;
  private final CopyLimits limits;
  private final Abroad abroad;

  Sides(
      LocalNames names,
      Backend local,
      Transactions transactions,
      CopyEnding ending,
      CopyLimits limits,
      Abroad abroad) {
    this.names = names;
    this.local = local;
    this.transactions = transactions;
    this.ending = ending;
    this.limits = limits;
    this.abroad = abroad;
  }

  /** Why these two cannot be the sides of a copy; empty where they can. */
  Optional<String> wrong(Surl source, Surl target) {
    if (!names.isHere(source) && !names.isHere(target)) {
      return Optional.of("neither the source nor the target is a file of this service");
    }
    return wrong("source", source).or(() -> wrong("target", target));
  }

  private Optional<String> wrong(String role, Surl surl) {
    boolean possible =
        names.isHere(surl)
            || GsiftpUrl.parse(surl.text()).isPresent()
            || RemoteSurl.parse(surl.text()).isPresent();
    return possible
        ? Optional.empty()
        : Optional.of("the " + role + " is neither a SURL (srm://) nor a gsiftp:// URL");
  }

  SourceSide source(Surl surl, GsiCredential credential, Errand errand) throws CopyRefused {
    if (names.isHere(surl)) {
      return new LocalSource(surl, local, errand);
    }
    Optional<GsiftpUrl> plain = GsiftpUrl.parse(surl.text());
    return plain.isPresent()
        ? new PlainSource(plain.get())
        : new RemoteSource(remote(surl, credential, errand));
  }

  TargetSide target(Surl surl, GsiCredential credential, Errand errand) throws CopyRefused {
    if (names.isHere(surl)) {
      return new LocalTarget(surl, local, transactions, ending, errand);
    }
    Optional<GsiftpUrl> plain = GsiftpUrl.parse(surl.text());
    return plain.isPresent()
        ? new PlainTarget(
            plain.get(),
            errand.job().request().overwrite(),
            abroad.client(),
            credential,
            limits.transfer().answerTimeout())
        : new RemoteTarget(remote(surl, credential, errand), errand.job().request());
  }

  private RemoteCalls remote(Surl surl, GsiCredential credential, Errand errand)
      throws CopyRefused {
    RemoteSurl file =
        RemoteSurl.parse(surl.text())
            .orElseThrow(() -> new CopyRefused(SrmStatus.INVALID_PATH, "not a SURL"));
    ClientSettings settings = limits.abroad().calls();
    return new RemoteCalls(
        abroad.srms(), file, credential.tls(), settings, abroad.addresses(), errand);
  }
}
