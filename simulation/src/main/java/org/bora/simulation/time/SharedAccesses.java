package org.bora.simulation.time;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds accesses to state that threads share: calls of {@code java.util.concurrent}, volatile
 * fields and monitors. In classes whose schedules are explored, each such place calls {@link
 * Access} first.
 */
final class SharedAccesses {
  private static final String CONCURRENT = "java/util/concurrent/";
  private static final String CONSTRUCTOR = "<init>";
  private static final ClassDesc ACCESS = Access.class.describeConstable().orElseThrow();
  private static final MethodTypeDesc BEFORE =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);

  /** Packages with a class whose schedules are explored. */
  private static final List<String> FINE =
      List.of(
          "org/bora/backend/area/",
          "org/bora/backend/bulkhead/",
          "org/bora/door/admit/poll/",
          "org/bora/door/admit/turn/",
          "org/bora/frontend/dispatch/");

  private final ClassLoader loader;

  /** For each class, the names of its volatile fields and synchronized methods. */
  private final Map<String, Set<String>> guarded = new HashMap<>();

  SharedAccesses(ClassLoader loader) {
    this.loader = loader;
  }

  static boolean mayBePointsIn(String type) {
    return FINE.stream().anyMatch(type::startsWith);
  }

  ClassTransform pointsBefore() {
    return ClassTransform.transformingMethodBodies(this::look);
  }

  private void look(CodeBuilder code, CodeElement element) {
    switch (element) {
      case InvokeInstruction call when isShared(call) ->
          point(code, call.owner().asInternalName(), call.name().stringValue());
      case FieldInstruction field
          when isGuarded(field.owner().asInternalName(), field.name().stringValue()) ->
          point(code, field.owner().asInternalName(), field.name().stringValue());
      case MonitorInstruction monitor when monitor.opcode() == Opcode.MONITORENTER ->
          point(code, "", "monitor");
      default -> {}
    }
    code.with(element);
  }

  private static void point(CodeBuilder code, String type, String name) {
    code.loadConstant(type.substring(type.lastIndexOf('/') + 1) + "." + name);
    code.invokestatic(ACCESS, "before", BEFORE);
  }

  private boolean isShared(InvokeInstruction call) {
    String owner = call.owner().asInternalName();
    String name = call.name().stringValue();
    return owner.startsWith(CONCURRENT)
        ? !name.equals(CONSTRUCTOR) && !owner.startsWith("java/util/concurrent/TimeUnit")
        : isGuarded(owner, name);
  }

  private boolean isGuarded(String owner, String member) {
    return mayBePointsIn(owner) && guarded.computeIfAbsent(owner, this::guardedOf).contains(member);
  }

  private Set<String> guardedOf(String type) {
    try (InputStream bytes = loader.getResourceAsStream(type + ".class")) {
      ClassModel model = ClassFile.of().parse(bytes.readAllBytes());
      Set<String> names = new HashSet<>();
      model.fields().stream()
          .filter(field -> field.flags().has(AccessFlag.VOLATILE))
          .forEach(field -> names.add(field.fieldName().stringValue()));
      model.methods().stream()
          .filter(method -> method.flags().has(AccessFlag.SYNCHRONIZED))
          .forEach(method -> names.add(method.methodName().stringValue()));
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
