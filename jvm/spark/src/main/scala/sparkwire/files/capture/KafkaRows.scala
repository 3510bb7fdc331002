package sparkwire.files.capture

import org.apache.spark.sql.types.StructType
import org.apache.spark.unsafe.types.UTF8String

import sparkwire.wire.capture.Budget
import sparkwire.wire.core.{Options, Utf8}
import sparkwire.wire.kafka.captures.{Exchange, KafkaStreams}

/** A row for each request of Kafka, with its response. */
private[capture] final class KafkaRows(required: StructType, files: Seq[String], options: Options,
    budget: Budget)
    extends StreamRows(required, files, options, budget) {
  private[this] val client = at("client")
  private[this] val broker = at("broker")
  private[this] val requestTime = at("request_time")
  private[this] val responseTime = at("response_time")
  private[this] val latency = at("latency")
  private[this] val apiKey = at("api_key")
  private[this] val api = at("api")
  private[this] val apiVersion = at("api_version")
  private[this] val correlationId = at("correlation_id")
  private[this] val clientId = at("client_id")
  private[this] val request = at("request")
  private[this] val response = at("response")

  protected val sink: KafkaStreams = new KafkaStreams(
    CaptureFiles.port(options), options, budget, CaptureFiles.maxMemory(options).toLong)

  def advance(): Boolean = {
    val next = sink.poll()
    if (next != null) set(next)
    next != null
  }

  private def set(exchange: Exchange): Unit = {
    begin(exchange.file, exchange.position, exchange.fault)
    put(client, exchange.connection.text(exchange.client))
    put(broker, exchange.connection.text(1 - exchange.client))
    putTime(requestTime, exchange.requestTime)
    putTime(responseTime, exchange.responseTime)
    if (latency >= 0 && exchange.hasLatency) row.setLong(latency, exchange.latency)
    if (exchange.hasHead) setHead(exchange)
    if (correlationId >= 0 && exchange.hasCorrelationId)
      row.setInt(correlationId, exchange.correlationId)
    put(request, exchange.request)
    put(response, exchange.response)
  }

  private def setHead(exchange: Exchange): Unit = {
    if (apiKey >= 0) row.setInt(apiKey, exchange.apiKey)
    put(api, exchange.api)
    if (apiVersion >= 0) row.setInt(apiVersion, exchange.apiVersion)
    if (clientId >= 0 && exchange.clientId != null)
      row.update(clientId, UTF8String.fromBytes(Utf8.repaired(exchange.clientId)))
  }
}
