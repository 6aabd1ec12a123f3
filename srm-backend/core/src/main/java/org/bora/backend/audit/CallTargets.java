package org.bora.backend.audit;

import java.util.List;
import java.util.Optional;
import org.bora.api.figures.CallTarget;
import org.bora.api.word.Reply;
import org.bora.api.word.Surl;
import org.bora.backend.outcome.Outcome;

/** What a call was about, as the audit log knows it, for the log and the list of last errors. */
public final class CallTargets {

  private CallTargets() {}

  /**
   * The files that a call names, each once; of a rename or copy, the source.
   *
   * @param question in a type of {@code org.bora.api}
   */
  public static Optional<CallTarget> of(Object question) {
    return CallTarget.of(
        AuditedQuestion.of(question).names().stream().map(pair -> pair.surl().text()).toList());
  }

  /** The same of a call that was not done as asked: the files that failed, if any are known. */
  public static Optional<CallTarget> of(Object question, Reply reply) {
    List<String> failed =
        Subjects.of(AuditedQuestion.of(question), reply).stream()
            .filter(subject -> Outcome.of(subject.status().code()) != Outcome.DONE)
            .flatMap(subject -> subject.surl().stream())
            .map(Surl::text)
            .toList();
    return failed.isEmpty() ? of(question) : CallTarget.of(failed);
  }
}
