package org.bora.frontend.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.util.Optional;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.contract.ISRM;
import org.bora.contract.SrmPingResponse;
import org.bora.contract.TReturnStatus;
import org.bora.contract.codec.ContractType;
import org.junit.jupiter.api.Test;

class ReplyStatusTest {

  private final ReplyStatus statuses = new ReplyStatus(ContractType.all());

  @Test
  void everyReplyHasOneButThatOfPing() throws ReflectiveOperationException {
    for (Method operation : ISRM.class.getMethods()) {
      Class<?> type = operation.getReturnType();
      Object reply = type.getConstructor().newInstance();
      assertEquals(Optional.empty(), statuses.of(reply), type.getName());
      if (type == SrmPingResponse.class) {
        continue;
      }
      for (SrmStatus status : SrmStatus.values()) {
        type.getMethod("setReturnStatus", TReturnStatus.class)
            .invoke(reply, ReplyFields.status(ReturnStatus.of(status)));
        assertEquals(Optional.of(ReturnStatus.of(status)), statuses.of(reply), type.getName());
      }
    }
  }
}
