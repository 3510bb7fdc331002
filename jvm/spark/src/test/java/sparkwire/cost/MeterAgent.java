package sparkwire.cost;

import java.io.OutputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import com.sun.tools.attach.VirtualMachine;

import org.apache.xbean.asm9.ClassReader;
import org.apache.xbean.asm9.ClassVisitor;
import org.apache.xbean.asm9.ClassWriter;
import org.apache.xbean.asm9.Label;
import org.apache.xbean.asm9.MethodVisitor;
import org.apache.xbean.asm9.Opcodes;

/**
 * Makes the classes that decode, and the libraries that they call, count their work in {@link
 * Meter}. The JDK itself is not instrumented, apart from the calls that {@link Meter} replaces:
 * its work shows in the bytes that it allocates.
 */
public final class MeterAgent implements ClassFileTransformer {
  private static final String METER = "sparkwire/cost/Meter";

  private static final String[] MEASURED = {
    "sparkwire/", "scala/", "org/apache/avro/", "com/fasterxml/jackson/",
    "org/apache/spark/unsafe/", "org/apache/spark/types/variant/",
    "org/apache/spark/sql/catalyst/expressions/Unsafe",
    "org/apache/spark/sql/catalyst/expressions/codegen/Unsafe",
    "org/apache/commons/compress/", "org/tukaani/xz/"
  };

  // The meter itself, and the code around the calls that it measures.
  private static final String[] NOT_MEASURED = {"sparkwire/cost/", "scala/runtime/"};

  private static final Set<String> REPLACED = replaced();

  private static Instrumentation instrumentation;

  private MeterAgent() {}

  private static Set<String> replaced() {
    Set<String> found = new HashSet<>();
    for (var method : Meter.class.getDeclaredMethods()) {
      found.add(method.getName() + descriptor(method));
    }
    return found;
  }

  private static String descriptor(java.lang.reflect.Method method) {
    return java.lang.invoke.MethodType.methodType(
            method.getReturnType(), method.getParameterTypes())
        .toMethodDescriptorString();
  }

  /** Called by the JVM when {@link #start} attaches the agent. */
  public static void agentmain(String arguments, Instrumentation given) {
    instrumentation = given;
  }

  /**
   * Instruments all classes that are loaded already, and those that are loaded from now on. The JVM
   * must run with {@code -Djdk.attach.allowAttachSelf=true}.
   */
  public static synchronized void start() throws Exception {
    if (instrumentation != null) {
      return;
    }
    Path jar = agentJar();
    VirtualMachine self = VirtualMachine.attach(Long.toString(ProcessHandle.current().pid()));
    try {
      self.loadAgent(jar.toString());
    } finally {
      self.detach();
      Files.delete(jar);
    }
    instrumentation.addTransformer(new MeterAgent(), true);
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> one : instrumentation.getAllLoadedClasses()) {
      if (instrumentation.isModifiableClass(one) && isMeasured(one.getName().replace('.', '/'))) {
        loaded.add(one);
      }
    }
    instrumentation.retransformClasses(loaded.toArray(new Class<?>[0]));
  }

  // The manifest names a class that is on the class path already.
  private static Path agentJar() throws Exception {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(new Attributes.Name("Agent-Class"), MeterAgent.class.getName());
    main.put(new Attributes.Name("Can-Retransform-Classes"), "true");
    Path jar = Files.createTempFile("meter", ".jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest)) {
      entries.finish();
    }
    return jar;
  }

  private static boolean isMeasured(String name) {
    return beginsWithAny(name, MEASURED) && !beginsWithAny(name, NOT_MEASURED);
  }

  // A loop, because the classes of a stream cannot be loaded while a class is transformed.
  private static boolean beginsWithAny(String name, String[] prefixes) {
    for (String prefix : prefixes) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
    if (name == null || !isMeasured(name)) {
      return null;
    }
    try {
      ClassReader reader = new ClassReader(bytes);
      ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
      reader.accept(new Counting(writer), 0);
      return writer.toByteArray();
    } catch (RuntimeException broken) {
      // The JVM would ignore the exception, and the class would not be measured.
      System.err.println("not measured: " + name + ": " + broken);
      throw broken;
    }
  }

  private static final class Counting extends ClassVisitor {
    Counting(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return new CountingMethod(next);
    }
  }

  /** Counts each call of a method, and each jump back, with which a loop begins its next turn. */
  private static final class CountingMethod extends MethodVisitor {
    private final Set<Label> passed = new HashSet<>();

    CountingMethod(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    private void count() {
      super.visitFieldInsn(Opcodes.GETSTATIC, METER, "units", "J");
      super.visitInsn(Opcodes.LCONST_1);
      super.visitInsn(Opcodes.LADD);
      super.visitFieldInsn(Opcodes.PUTSTATIC, METER, "units", "J");
    }

    @Override
    public void visitCode() {
      super.visitCode();
      count();
    }

    @Override
    public void visitLabel(Label label) {
      passed.add(label);
      super.visitLabel(label);
    }

    @Override
    public void visitJumpInsn(int opcode, Label target) {
      if (passed.contains(target)) {
        count();
      }
      super.visitJumpInsn(opcode, target);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      boolean isReplaced =
          opcode == Opcodes.INVOKESTATIC
              && (owner.equals("java/util/Arrays") || owner.equals("java/lang/System"))
              && REPLACED.contains(name + descriptor);
      super.visitMethodInsn(opcode, isReplaced ? METER : owner, name, descriptor, isInterface);
    }
  }
}
