package org.bora.backend.pin;

import java.util.List;
import java.util.Optional;
import org.bora.backend.request.RequestToken;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code request_name}; its rows go with their requests. */
final class RequestNameTable {

  /**
   * Gives a name to a request that was entered in the same transaction.
   *
   * @throws NameTaken another request has it; nothing of the transaction may stay
   */
  void give(JdbcClient sql, RequestName name, RequestToken token) {
    try {
      sql.sql("INSERT INTO request_name (name_key, request_id) VALUES (?, ?)")
          .params(List.of(name.bytes(), token.bytes()))
          .update();
    } catch (DuplicateKeyException e) {
      throw new NameTaken();
    }
  }

  /** The request that has the name. */
  Optional<RequestToken> find(JdbcClient sql, RequestName name) {
    return sql.sql("SELECT n.request_id FROM request_name n WHERE n.name_key = ?")
        .param(name.bytes())
        .query((row, number) -> RequestToken.ofBytes(row.getBytes(1)))
        .optional();
  }

  /** A call with the same name came first. */
  static final class NameTaken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NameTaken() {
      super("another request has this name");
    }
  }
}
