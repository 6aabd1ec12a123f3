package org.bora.simulation.time;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.security.ProtectionDomain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.StreamSupport;
import net.bytebuddy.agent.ByteBuddyAgent;

/**
 * Redirects calls of the product's classes. They call {@link TimedWaits} and {@link Identifiers}
 * instead of the JDK and of gRPC deadlines, and {@link Syncs} instead of fsync. Some classes report
 * their accesses to shared state ({@link SharedAccesses}). Other calls of the JDK that depend on
 * the machine are reported before they are made ({@link Unredirected}). Classes are changed while
 * they are loaded, so this must be installed before the first of them is loaded.
 */
public final class Redirection implements ClassFileTransformer {
  private static final String PRODUCT = "org/bora/";
  private static final String SIMULATION = "org/bora/simulation/";
  private static final ClassDesc REFUSAL = ClassDesc.of("org.bora.simulation.time.Unredirected");
  private static final MethodTypeDesc REFUSE = MethodTypeDesc.ofDescriptor("(Ljava/lang/String;)V");
  private static final ClassDesc SYNCS = ClassDesc.of("org.bora.simulation.time.Syncs");
  private static final String FILE_CALLS = "org/bora/storage/linux/FileCalls";
  private static final String FSYNC = "fsync";
  private static final List<String> OWNERS =
      List.of("java/lang/", "java/util/UUID", "java/util/concurrent/", "io/grpc/CallOptions");

  /** The replacement of each redirected method, by the name and parameters of the method. */
  private static final Map<String, List<Target>> STATIC = new HashMap<>();

  private static final Map<String, List<Target>> VIRTUAL = new HashMap<>();

  private static final AtomicBoolean INSTALLED = new AtomicBoolean();

  /** The replacement of a method; it has the same name. */
  private record Target(ClassDesc owner, MethodTypeDesc type) {}

  static {
    standIn(TimedWaits.class);
    standIn(Identifiers.class);
  }

  private static void standIn(Class<?> target) {
    for (Method method : target.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers())) {
        MethodTypeDesc type =
            MethodTypeDesc.of(
                desc(method.getReturnType()),
                Arrays.stream(method.getParameterTypes()).map(Redirection::desc).toList());
        boolean called =
            type.parameterCount() > 0
                && !type.parameterType(0).isPrimitive()
                && !method.getParameterTypes()[0].equals(Duration.class)
                && !method.getName().equals("parkNanos"); // its object is an argument
        (called ? VIRTUAL : STATIC)
            .computeIfAbsent(method.getName(), none -> new ArrayList<>())
            .add(new Target(desc(target), type));
      }
    }
  }

  private Redirection() {}

  private static ClassDesc desc(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  /**
   * Redirects from now on; to be called once per virtual machine.
   *
   * @throws IllegalStateException if a class of the product was loaded before
   */
  public static synchronized void install() {
    if (INSTALLED.get()) {
      return;
    }
    Instrumentation machine = ByteBuddyAgent.install();
    for (Class<?> loaded : machine.getAllLoadedClasses()) {
      if (isProduct(loaded.getName().replace('.', '/'))) {
        throw new IllegalStateException(loaded + " was loaded before its waits were redirected");
      }
    }
    machine.addTransformer(new Redirection());
    INSTALLED.set(true);
  }

  private static boolean isProduct(String name) {
    return name.startsWith(PRODUCT) && !name.startsWith(SIMULATION);
  }

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
    if (name == null || !isProduct(name)) {
      return null;
    }
    try {
      ClassFile files =
          ClassFile.of(
              ClassFile.ClassHierarchyResolverOption.of(
                  ClassHierarchyResolver.ofResourceParsing(loader).cached()));
      ClassModel model = files.parse(bytes);
      GrpcDeadlines.check(model);
      boolean isFine = SharedAccesses.mayBePointsIn(name);
      if (!isFine && !isConcerned(model)) {
        return null;
      }
      ClassTransform redirecting = ClassTransform.transformingMethodBodies(Redirection::redirect);
      return files.transformClass(
          model,
          isFine ? new SharedAccesses(loader).pointsBefore().andThen(redirecting) : redirecting);
    } catch (RuntimeException | Error e) {
      // the JVM would silently use the class unchanged
      throw exit(name, e);
    }
  }

  @SuppressWarnings("SystemExitOutsideMain")
  private static Error exit(String name, Throwable e) {
    System.err.println("simulation: " + name + " cannot be redirected");
    e.printStackTrace();
    Runtime.getRuntime().halt(70);
    return new AssertionError(e);
  }

  private static boolean isConcerned(ClassModel model) {
    return StreamSupport.stream(model.constantPool().spliterator(), false)
        .anyMatch(
            entry ->
                entry instanceof MemberRefEntry member
                    && (isConcerned(member.owner().asInternalName(), member.name().stringValue())
                        || isRefused(member)));
  }

  private static boolean isRefused(MemberRefEntry member) {
    String type = member.type().stringValue();
    return type.startsWith("(")
        && Unredirected.isOne(
            member.owner().asInternalName(),
            member.name().stringValue(),
            MethodTypeDesc.ofDescriptor(type));
  }

  private static boolean isConcerned(String owner, String name) {
    return isSync(owner, name)
        || (OWNERS.stream().anyMatch(owner::startsWith)
            && (STATIC.containsKey(name) || VIRTUAL.containsKey(name)));
  }

  private static boolean isSync(String owner, String name) {
    return owner.equals(FILE_CALLS) && name.equals(FSYNC);
  }

  private static void redirect(CodeBuilder code, CodeElement element) {
    switch (element) {
      case InvokeInstruction call -> call(code, call);
      case InvokeDynamicInstruction lambda -> lambda(code, lambda);
      default -> code.with(element);
    }
  }

  private static void call(CodeBuilder code, InvokeInstruction call) {
    if (isSync(call.owner().asInternalName(), call.name().stringValue())) {
      code.invokestatic(SYNCS, FSYNC, call.typeSymbol());
      return;
    }
    String owner = call.owner().asInternalName();
    String name = call.name().stringValue();
    Target target = target(owner, name, call.typeSymbol(), call.opcode() == Opcode.INVOKESTATIC);
    if (target == null || call.opcode() == Opcode.INVOKESPECIAL) {
      refuse(code, owner, name, call.typeSymbol());
      code.with(call);
      return;
    }
    code.invokestatic(target.owner(), name, target.type());
    if (!target.type().returnType().equals(call.typeSymbol().returnType())) {
      code.checkcast(call.typeSymbol().returnType());
    }
  }

  private static void refuse(CodeBuilder code, String owner, String name, MethodTypeDesc type) {
    if (Unredirected.isOne(owner, name, type)) {
      code.ldc(owner.replace('/', '.') + "." + name);
      code.invokestatic(REFUSAL, "refuse", REFUSE);
    }
  }

  private static Target target(String owner, String name, MethodTypeDesc type, boolean isStatic) {
    if (OWNERS.stream().noneMatch(owner::startsWith)) {
      return null;
    }
    if (isStatic) {
      return STATIC.getOrDefault(name, List.of()).stream()
          .filter(one -> one.type().parameterList().equals(type.parameterList()))
          .findFirst()
          .orElse(null);
    }
    return VIRTUAL.getOrDefault(name, List.of()).stream()
        .filter(one -> isLike(type, one.type().dropParameterTypes(0, 1)))
        .filter(one -> isA(owner, one.type().parameterType(0)))
        .findFirst()
        .orElse(null);
  }

  private static boolean isLike(MethodTypeDesc one, MethodTypeDesc other) {
    return one.parameterList().equals(other.parameterList());
  }

  private static boolean isA(String owner, ClassDesc type) {
    try {
      ClassLoader loader = Redirection.class.getClassLoader();
      Class<?> is = Class.forName(owner.replace('/', '.'), false, loader);
      Class<?> wanted = Class.forName(type.packageName() + "." + type.displayName(), false, loader);
      return wanted.isAssignableFrom(is);
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** A method like {@code System::nanoTime}. */
  private static void lambda(CodeBuilder code, InvokeDynamicInstruction lambda) {
    for (ConstantDesc argument : lambda.bootstrapArgs()) {
      if (argument instanceof DirectMethodHandleDesc method) {
        refuse(code, internal(method.owner()), method.methodName(), plain(method));
      }
    }
    List<ConstantDesc> arguments =
        lambda.bootstrapArgs().stream().map(Redirection::handle).toList();
    code.invokedynamic(
        DynamicCallSiteDesc.of(
            lambda.bootstrapMethod(),
            lambda.name().stringValue(),
            lambda.typeSymbol(),
            arguments.toArray(ConstantDesc[]::new)));
  }

  private static ConstantDesc handle(ConstantDesc argument) {
    if (argument instanceof DirectMethodHandleDesc method
        && (method.kind() == DirectMethodHandleDesc.Kind.STATIC)) {
      Target target = target(internal(method.owner()), method.methodName(), plain(method), true);
      return target == null
          ? argument
          : MethodHandleDesc.ofMethod(
              DirectMethodHandleDesc.Kind.STATIC,
              target.owner(),
              method.methodName(),
              target.type());
    }
    return argument;
  }

  private static MethodTypeDesc plain(DirectMethodHandleDesc method) {
    String type = method.lookupDescriptor();
    return MethodTypeDesc.ofDescriptor(type.startsWith("(") ? type : "()" + type);
  }

  private static String internal(ClassDesc type) {
    String text = type.descriptorString();
    return text.startsWith("L") ? text.substring(1, text.length() - 1) : text;
  }
}
