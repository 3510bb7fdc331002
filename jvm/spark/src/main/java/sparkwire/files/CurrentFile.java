package sparkwire.files;

import org.apache.spark.rdd.InputFileBlockHolder;

/**
 * The state that the functions input_file_name, input_file_block_start and input_file_block_length
 * return in this task.
 *
 * <p>Java, because Spark's class is private in Scala only.
 */
final class CurrentFile {
  private CurrentFile() {}

  static void set(String path, long start, long length) {
    InputFileBlockHolder.set(path, start, length);
  }

  static void unset() {
    InputFileBlockHolder.unset();
  }
}
