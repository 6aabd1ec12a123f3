package org.bora.backend.serve;

import java.lang.reflect.Proxy;
import java.util.function.BiFunction;
import org.bora.api.Backend;
import org.bora.api.word.Call;

/** A backend whose every operation is one function of the operation's name and the call. */
final class FakeBackend {

  private FakeBackend() {}

  static Backend answering(BiFunction<String, Call, Object> answers) {
    return (Backend)
        Proxy.newProxyInstance(
            Backend.class.getClassLoader(),
            new Class<?>[] {Backend.class},
            (proxy, method, arguments) -> answers.apply(method.getName(), (Call) arguments[0]));
  }
}
