package sparkwire

import org.apache.spark.sql.Column
import org.apache.spark.sql.functions.{call_function, lit, map}

/** The door for Scala: `import sparkwire.functions._`, then `df.select(databus_decode($"value"))`.
  * Each function does what SQL's of the same name does; `DESCRIBE FUNCTION EXTENDED` tells what.
  */
object functions {
  private type Options = Map[String, String]

  private def call(name: String, arguments: Column*)(options: Options): Column =
    if (options.isEmpty) call_function(name, arguments: _*)
    else {
      val entries = options.toSeq.flatMap { case (key, value) => Seq(lit(key), lit(value)) }
      call_function(name, arguments :+ map(entries: _*): _*)
    }

  // Databus

  def databus_decode(value: Column, options: Options = Map.empty): Column =
    call("databus_decode", value)(options)
  def try_databus_decode(value: Column, options: Options = Map.empty): Column =
    call("try_databus_decode", value)(options)
  def databus_fault(value: Column, options: Options = Map.empty): Column =
    call("databus_fault", value)(options)
  def databus_dissect(value: Column, options: Options = Map.empty): Column =
    call("databus_dissect", value)(options)
  def databus_decode_all(value: Column, options: Options = Map.empty): Column =
    call("databus_decode_all", value)(options)

  def databus_to_json(value: Column): Column = call("databus_to_json", value)(Map.empty)
  def databus_to_json(value: Column, valueEnc: String, options: Options = Map.empty): Column =
    call("databus_to_json", value, lit(valueEnc))(options)
  def try_databus_to_json(value: Column): Column = call("try_databus_to_json", value)(Map.empty)
  def try_databus_to_json(value: Column, valueEnc: String, options: Options = Map.empty): Column =
    call("try_databus_to_json", value, lit(valueEnc))(options)
  def databus_to_json_fault(value: Column): Column = call("databus_to_json_fault", value)(Map.empty)
  def databus_to_json_fault(value: Column, valueEnc: String, options: Options = Map.empty): Column =
    call("databus_to_json_fault", value, lit(valueEnc))(options)

  def databus_decode_json(text: Column): Column = call("databus_decode_json", text)(Map.empty)
  def try_databus_decode_json(
      text: Column): Column = call("try_databus_decode_json", text)(Map.empty)
  def databus_decode_json_fault(
      text: Column): Column = call("databus_decode_json_fault", text)(Map.empty)

  def databus_schema_id(
      avro_schema: Column): Column = call("databus_schema_id", avro_schema)(Map.empty)
  def try_databus_schema_id(
      avro_schema: Column): Column = call("try_databus_schema_id", avro_schema)(Map.empty)
  def databus_schema_id_fault(
      avro_schema: Column): Column = call("databus_schema_id_fault", avro_schema)(Map.empty)
}
