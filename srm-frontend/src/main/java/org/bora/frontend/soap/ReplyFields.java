package org.bora.frontend.soap;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SurlStatus;
import org.bora.contract.ArrayOfAnyURI;
import org.bora.contract.ArrayOfString;
import org.bora.contract.ArrayOfTExtraInfo;
import org.bora.contract.ArrayOfTSURLReturnStatus;
import org.bora.contract.TExtraInfo;
import org.bora.contract.TRetentionPolicyInfo;
import org.bora.contract.TReturnStatus;
import org.bora.contract.TSURLReturnStatus;

/** Converts values to fields of replies; null is an absent field. */
final class ReplyFields {
  private ReplyFields() {}

  static TReturnStatus status(ReturnStatus status) {
    TReturnStatus wire = new TReturnStatus();
    wire.setStatusCode(status.code().wireName());
    if (!status.explanation().isEmpty()) {
      wire.setExplanation(status.explanation());
    }
    return wire;
  }

  static ArrayOfTSURLReturnStatus files(List<SurlStatus> files) {
    if (files.isEmpty()) {
      return null;
    }
    ArrayOfTSURLReturnStatus array = new ArrayOfTSURLReturnStatus();
    files.forEach(
        file -> array.getStatusArray().add(file(file.surl().text(), status(file.status()))));
    return array;
  }

  /** The same status for every SURL of a request that was not served; null where it names none. */
  static ArrayOfTSURLReturnStatus refused(ArrayOfAnyURI surls, ReturnStatus status) {
    if (surls == null || surls.getUrlArray().isEmpty()) {
      return null;
    }
    ArrayOfTSURLReturnStatus array = new ArrayOfTSURLReturnStatus();
    TReturnStatus same = status(status);
    surls.getUrlArray().forEach(surl -> array.getStatusArray().add(file(surl, same)));
    return array;
  }

  private static TSURLReturnStatus file(String surl, TReturnStatus status) {
    TSURLReturnStatus wire = new TSURLReturnStatus();
    wire.setSurl(surl);
    wire.setStatus(status);
    return wire;
  }

  static ArrayOfTExtraInfo extras(Map<String, String> extras) {
    if (extras.isEmpty()) {
      return null;
    }
    ArrayOfTExtraInfo array = new ArrayOfTExtraInfo();
    extras.forEach(
        (key, value) -> {
          TExtraInfo extra = new TExtraInfo();
          extra.setKey(key);
          extra.setValue(value);
          array.getExtraInfoArray().add(extra);
        });
    return array;
  }

  static ArrayOfString strings(List<String> strings) {
    if (strings.isEmpty()) {
      return null;
    }
    ArrayOfString array = new ArrayOfString();
    array.getStringArray().addAll(strings);
    return array;
  }

  static TRetentionPolicyInfo retention(RetentionPolicyInfo retention) {
    TRetentionPolicyInfo wire = new TRetentionPolicyInfo();
    wire.setRetentionPolicy(retention.policy().name());
    retention.latency().ifPresent(latency -> wire.setAccessLatency(latency.name()));
    return wire;
  }

  static Integer number(OptionalInt value) {
    return value.isPresent() ? value.getAsInt() : null;
  }

  static Long number(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }
}
