package sparkwire.wire.databus

import java.nio.charset.StandardCharsets.UTF_8

import sparkwire.wire._
import sparkwire.wire.Tree._
import sparkwire.wire.core.{Cursor, Nowhere, Options, Reason}
import sparkwire.wire.databus.Databus.OneEvent
import sparkwire.wire.databus.schemas.{SchemaIdentity, SchemaText}
import sparkwire.wire.trace.Fault

import org.scalatest.funsuite.AnyFunSuite

class SchemaIdSuite extends AnyFunSuite with VectorTests with ReaderChecks {

  private def canonical(schema: String): String = {
    val text = new SchemaText(Options.none.maxSize)
    text.write(new Cursor().wrap(schema.getBytes(UTF_8)), Nowhere)
    new String(text.bytes, 0, text.length, UTF_8)
  }

  private def id(schema: String): Tree =
    walk(SchemaIdentity, schema.getBytes(UTF_8)).fold(reason => fail(reason.explanation), identity)

  private def fault(schema: String): Fault =
    faultOf(SchemaIdentity, schema.getBytes(UTF_8)).getOrElse(fail(s"$schema has an id"))

  eachLine("databus", "schema-ids", 13) { line =>
    assert(canonical(line.text("schema")) === line.view.get("canonical").asText)
    assert(id(line.text("schema")) === Hex(line.view.get("schema_id").get("$hex").asText))
  }

  eachLine("databus", "avro", 9) { line =>
    val event = walk(OneEvent, line.bytes)
    assert(event.map(_.at("schema_id")) === Right(id(line.text("schema"))))
  }

  // In these tables ' stands for a double quote, and ^ marks the offset of a fault.
  private def quoted(text: String): String = text.replace('\'', '"')

  // Schemas as Avro 1.4.0 with Jackson 1.8.5 prints them.
  private def prints(what: String, schema: String, printed: String): Unit =
    test(s"a schema is printed with $what")(assert(canonical(quoted(schema)) === quoted(printed)))

  prints("comments",
    "/* c */ 'int' // x",
    "'int'")
  prints("a primitive in an object",
    "{'type':'string','doc':'d','size':1}",
    "'string'")
  prints("characters as they are",
    "{'type':'string','x':'\\ud83d\\ude00 \\u00e9 \\u2028 / \\/'}",
    "{'type':'string','x':'\ud83d\ude00 é \u2028 / /'}")
  prints("control characters escaped",
    "{'type':'string','x':'\\b\\t\\n\\f\\r\\u0001\\u001F\\\\'}",
    "{'type':'string','x':'\\b\\t\\n\\f\\r\\u0001\\u001F\\\\'}")
  prints("half a pair as a question mark",
    "{'type':'string','x':'\\ud800 \\udc00'}",
    "{'type':'string','x':'? ?'}")
  prints("numbers as Java has them",
    "{'type':'record','name':'R','fields':[{'name':'a','type':'double','default':[1e3,1.50,1e999,-1e999,-0,-0.0,1E-7,123456789012345678901234567890,0.1e-5,12345678.9]}]}",
    "{'type':'record','name':'R','fields':[{'name':'a','type':'double','default':[1000.0,1.5,'Infinity','-Infinity',0,-0.0,1.0E-7,123456789012345678901234567890,1.0E-6,1.23456789E7]}]}")
  prints("defaults of any kind",
    "{'type':'record','name':'R','fields':[{'name':'a','type':'int','default':{'z':[1,null,true,'q'],'a':{},'z':[]}},{'name':'b','type':'int','default':null}]}",
    "{'type':'record','name':'R','fields':[{'name':'a','type':'int','default':{'z':[],'a':{}}},{'name':'b','type':'int','default':null}]}")
  prints("a namespace that comes first inside",
    "{'type':'record','name':'R','fields':[{'name':'r','type':'R'},{'name':'a','type':{'type':'fixed','name':'a.b.X','size':1}}]}",
    "{'type':'record','name':'R','fields':[{'name':'r','type':'R'},{'name':'a','type':{'type':'fixed','name':'X','namespace':'a.b','size':1}}]}")
  prints("a name behind one with a namespace, in that namespace",
    "{'type':'record','name':'R','fields':[{'name':'a','type':{'type':'fixed','name':'a.b.X','size':1}},{'name':'b','type':{'type':'fixed','name':'Y','size':0}},{'name':'c','type':'a.b.Y'},{'name':'d','type':'X'}]}",
    "{'type':'record','name':'R','fields':[{'name':'a','type':{'type':'fixed','name':'X','namespace':'a.b','size':1}},{'name':'b','type':{'type':'fixed','name':'Y','size':0}},{'name':'c','type':'Y'},{'name':'d','type':'X'}]}")
  prints("names of other namespaces in full",
    "{'type':'record','name':'R','namespace':'n','fields':[{'name':'a','type':{'type':'fixed','name':'m.X','size':1}},{'name':'b','type':'m.X'},{'name':'c','type':['n.R',{'type':'array','items':'R'}]}]}",
    "{'type':'record','name':'R','namespace':'n','fields':[{'name':'a','type':{'type':'fixed','name':'X','namespace':'m','size':1}},{'name':'b','type':'m.X'},{'name':'c','type':['R',{'type':'array','items':'R'}]}]}")
  prints("a namespace that is not a string",
    "{'type':'record','name':'R','namespace':5,'fields':[]}",
    "{'type':'record','name':'R','fields':[]}")
  prints("a name and a namespace of no letters",
    "{'type':'record','name':'','namespace':'','fields':[]}",
    "{'type':'record','name':'','namespace':'','fields':[]}")
  prints("a name like a primitive type in a namespace",
    "{'type':'enum','name':'x.int','symbols':['A']}",
    "{'type':'enum','name':'int','namespace':'x','symbols':['A']}")
  prints("attributes in the order of a hash map",
    "{'type':'enum','name':'E','symbols':['A'],'b':'1','a':'2','c':'3','dd':'4','logicalType':'5','zeta':'6','meta':'7','precision':4}",
    "{'type':'enum','name':'E','symbols':['A'],'dd':'4','zeta':'6','a':'2','b':'1','c':'3','logicalType':'5','meta':'7'}")
  prints("of two attributes the last",
    "{'type':'string','k':5,'k':'v','j':'v','j':5}",
    "{'type':'string','k':'v'}")
  prints("aliases in the order of a hash map, their namespaces as needed",
    "{'type':'fixed','name':'n.F','size':2,'aliases':['a','b','c.d','zz','n.G','F']}",
    "{'type':'fixed','name':'F','namespace':'n','size':2,'aliases':['a','zz','b','G','F','c.d']}")
  prints("aliases of what has no name as an attribute",
    "{'type':'array','items':'int','aliases':'x'}",
    "{'type':'array','items':'int','aliases':'x'}")
  prints("no aliases if there are none",
    "{'type':'fixed','name':'F','size':2147483647,'aliases':[]}",
    "{'type':'fixed','name':'F','size':2147483647}")
  prints("an order in any case, no aliases of fields",
    "{'type':'record','name':'R','fields':[{'name':'a','type':'int','order':'DESCENDING','aliases':['q'],'meta':'m'},{'name':'a','type':'int','order':'Ascending'}]}",
    "{'type':'record','name':'R','fields':[{'name':'a','type':'int','order':'descending','meta':'m'},{'name':'a','type':'int'}]}")
  prints("a union of nothing",
    "[]",
    "[]")
  prints("an error",
    "{'type':'error','name':'E','fields':[]}",
    "{'type':'error','name':'E','fields':[]}")

  private def refused(what: String, marked: String): Unit =
    test(s"a schema is refused with $what") {
      val offset = marked.substring(0, marked.indexOf('^')).getBytes(UTF_8).length
      val found = fault(quoted(marked.replace("^", "")))
      assert((found.reason.word, found.offset, found.path) === (("bad-schema", offset, "")))
    }

  refused("no text", "^")
  refused("blanks", " ^")
  refused("a comment without end", "/* ^")
  refused("a word", "^no schema")
  refused("a number", "^1")
  refused("null", "^null")
  refused("text behind it", "'string' ^garbage")
  refused("a comma at the end", "{'type':'string',^}")
  refused("a name that is not defined",
    "{'type':'record','name':'R','fields':[{'name':'a','type':^'Q'}]}")
  refused("a name that is defined later", "[^'R',{'type':'record','name':'R','fields':[]}]")
  refused("a name that another namespace has",
    "{'type':'record','name':'a.R','fields':[{'name':'a','type':^'b.R'}]}")
  refused("a name defined twice",
    "{'type':'record','name':'R','fields':[{'name':'a','type':^{'type':'fixed','name':'R','size':1}}]}")
  refused("a name like a primitive type", "^{'type':'enum','name':'int','symbols':['A']}")
  refused("no name", "^{'type':'fixed','size':1}")
  refused("a name that is not a string", "{'type':'fixed','name':^5,'size':1}")
  refused("no type", "^{'name':'R'}")
  refused("another type", "{'type':^'tree'}")
  refused("a list as type", "{'type':^['int']}")
  refused("an object as type", "{'type':^{'type':'int'}}")
  refused("no fields", "^{'type':'record','name':'R'}")
  refused("fields that are not a list", "{'type':'record','name':'R','fields':^{}}")
  refused("a field that is not an object", "{'type':'record','name':'R','fields':[^1]}")
  refused("a field without a name", "{'type':'record','name':'R','fields':[^{'type':'int'}]}")
  refused("a field without a type", "{'type':'record','name':'R','fields':[^{'name':'a'}]}")
  refused("another order",
    "{'type':'record','name':'R','fields':[{'name':'a','type':'int','order':^'up'}]}")
  refused("an order that is not a string",
    "{'type':'record','name':'R','fields':[{'name':'a','type':'int','order':^null}]}")
  refused("no symbols", "^{'type':'enum','name':'E'}")
  refused("a symbol twice", "{'type':'enum','name':'E','symbols':['A',^'A']}")
  refused("a symbol that is not a string", "{'type':'enum','name':'E','symbols':[^1]}")
  refused("no size", "^{'type':'fixed','name':'F'}")
  refused("a size with a fraction", "{'type':'fixed','name':'F','size':^2.0}")
  refused("a size past 31 bits", "{'type':'fixed','name':'F','size':^2147483648}")
  refused("a size before 0", "{'type':'fixed','name':'F','size':^-1}")
  refused("no items", "^{'type':'array'}")
  refused("no values", "^{'type':'map'}")
  refused("aliases that are not a list", "{'type':'fixed','name':'F','size':1,'aliases':^'a'}")
  refused("an alias that is not a string", "{'type':'fixed','name':'F','size':1,'aliases':[^1]}")
  refused("aliases of a field that are not a list",
    "{'type':'record','name':'R','fields':[{'name':'a','type':'int','aliases':^null}]}")
  refused("a union in a union", "['int',^[]]")
  refused("a type twice in a union", "['int',^'int']")
  refused(
    "two lists in a union", "[{'type':'array','items':'int'},^{'type':'array','items':'long'}]")
  refused("a name twice in a union", "[{'type':'record','name':'R','fields':[]},^'R']")
  refused("a byte order mark", "^\ufeff'int'")

  test("a schema may be deep, but not deeper than maxDepth") {
    def nested(depth: Int) = quoted("{'type':'array','items':" * depth + "'int'" + "}" * depth)
    assert(canonical(nested(500)) === nested(500))
    assert(fault(nested(501)).reason === Reason.NestingTooDeep)
    assert(fault(nested(1000000)).reason === Reason.NestingTooDeep)
  }

  test("names that are printed longer than they stand there are bounded by maxSize") {
    val space = "n" * 100000
    val fields = Seq.fill(1000)("{'name':'f','type':'F'}").mkString(",")
    val long =
      s"{'type':'record','name':'o.R','fields':[{'name':'r','type':{'type':'record','name':'$space.I','fields':" +
        s"[{'name':'f','type':{'type':'fixed','name':'F','size':1}},$fields]}}]}"
    val found = fault(quoted(long))
    assert((found.reason, found.offset, found.path) === ((Reason.TooLarge, 0, "")))
  }

  test("names with equal hashes take no longer than others") {
    def types(name: Int => String): String = (0 until 16384).map(number =>
      s"{'type':'fixed','name':'${name(number)}','size':1}").mkString("[", ",", "]")
    def colliding(number: Int): String =
      (0 until 14).map(bit => if ((number >> bit & 1) == 0) "Aa" else "BB").mkString
    def seconds(schema: String): Double = {
      val before = System.nanoTime
      id(quoted(schema))
      (System.nanoTime - before) / 1e9
    }
    val usual = types(number => f"$number%028d")
    seconds(usual)
    // A search in a list of names would take more than 50 times as long.
    assert(seconds(types(colliding)) < 10 * seconds(usual) + 0.5)
  }

  test("an id does not depend on the schemas before") {
    val reader = SchemaIdentity.newReader(Options.none)
    def next(schema: String) = {
      val sink = new CollectingSink
      reader.read(new Cursor().wrap(quoted(schema).getBytes(UTF_8)), sink)
      sink.result
    }
    val ids = Seq(
      "{'type':'fixed','name':'a.F','size':1}", "{'type':'fixed','name':'F','size':1}").map(next)
    assert(ids === Seq("{'type':'fixed','name':'a.F','size':1}",
      "{'type':'fixed','name':'F','size':1}").map(s => id(quoted(s))))
    assert(ids.head !== ids(1))
  }
}
