package sparkwire.cost;

import java.util.Arrays;

/**
 * Counts the work of instrumented code, so that a cost can be stated in figures that do not depend
 * on the machine. {@link MeterAgent} inserts the calls.
 *
 * <p>A unit is a turn of a loop, a call of a method, or 16 bytes that are copied, filled or
 * compared by a single call. The counter is not atomic: the code to be measured runs in one thread.
 */
public final class Meter {
  /** The counts since the JVM was started. */
  public static long units = 0;

  private static final int BYTES_PER_UNIT = 16;

  private Meter() {}

  private static void bytes(long count) {
    units += count / BYTES_PER_UNIT;
  }

  // Each method below takes the place of the JDK's method of the same name.

  public static void arraycopy(Object from, int fromAt, Object to, int toAt, int length) {
    bytes(from instanceof byte[] ? length : 8L * length);
    System.arraycopy(from, fromAt, to, toAt, length);
  }

  public static void fill(byte[] array, byte value) {
    bytes(array.length);
    Arrays.fill(array, value);
  }

  public static void fill(int[] array, int value) {
    bytes(4L * array.length);
    Arrays.fill(array, value);
  }

  public static void fill(long[] array, long value) {
    bytes(8L * array.length);
    Arrays.fill(array, value);
  }

  public static void fill(Object[] array, Object value) {
    bytes(8L * array.length);
    Arrays.fill(array, value);
  }

  public static void fill(int[] array, int from, int until, int value) {
    bytes(4L * (until - from));
    Arrays.fill(array, from, until, value);
  }

  public static boolean equals(byte[] a, byte[] b) {
    bytes(a == null ? 0 : a.length);
    return Arrays.equals(a, b);
  }

  public static boolean equals(byte[] a, int from, int until, byte[] b, int bFrom, int bUntil) {
    bytes(until - from);
    return Arrays.equals(a, from, until, b, bFrom, bUntil);
  }

  public static int hashCode(byte[] array) {
    bytes(array == null ? 0 : array.length);
    return Arrays.hashCode(array);
  }

  public static int mismatch(byte[] a, int from, int until, byte[] b, int bFrom, int bUntil) {
    bytes(until - from);
    return Arrays.mismatch(a, from, until, b, bFrom, bUntil);
  }

  public static int compareUnsigned(
      byte[] a, int from, int until, byte[] b, int bFrom, int bUntil) {
    bytes(until - from);
    return Arrays.compareUnsigned(a, from, until, b, bFrom, bUntil);
  }
}
