package org.bora.contract.codec;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Writes a reply in types of the contract; fields that are null are left out. Thread safe. */
public final class ReplyWriter {
  private final Function<Class<?>, ContractType> types;

  public ReplyWriter(Function<Class<?>, ContractType> types) {
    this.types = Objects.requireNonNull(types, "types");
  }

  /**
   * The whole envelope, the end of which stays in the output's buffer.
   *
   * @param operation as in the contract, {@code srmLs}
   */
  public void write(String operation, Object reply, XmlOutput out) throws IOException {
    Envelope.begin(operation, out);
    fields(types.apply(reply.getClass()), reply, out);
    Envelope.end(operation, out);
  }

  private void fields(ContractType type, Object instance, XmlOutput out) throws IOException {
    for (ContractField field : type.fields()) {
      Object content = field.of(instance);
      if (content == null) {
        continue;
      }
      if (field.isList()) {
        for (Object entry : (List<?>) content) {
          element(field, entry, out);
        }
      } else {
        element(field, content, out);
      }
    }
  }

  private void element(ContractField field, Object content, XmlOutput out) throws IOException {
    if (field.isStructure()) {
      out.open(field.tag());
      fields(field.structure(), content, out);
      out.close(field.tag());
    } else {
      out.element(field.tag(), field.text(content));
    }
  }
}
