"""Protobuf messages, described without their compiler."""

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

NAMES = ["acme.Hit", "acme.Other", "acme.Other.Inner"]


def descriptors():
    """Describe a file with two messages, the second one with two messages in it."""
    text = descriptor_pb2.FieldDescriptorProto

    def message(name, *nested):
        path = text(name="path", number=1, type=text.TYPE_STRING, label=text.LABEL_OPTIONAL)
        return descriptor_pb2.DescriptorProto(name=name, field=[path], nested_type=nested)

    file = descriptor_pb2.FileDescriptorProto(
        name="hits.proto",
        package="acme",
        syntax="proto3",
        message_type=[message("Hit"), message("Other", message("First"), message("Inner"))],
    )
    return descriptor_pb2.FileDescriptorSet(file=[file])


def messages():
    """Make the classes of the messages with these names."""
    pool = descriptor_pool.DescriptorPool()
    for file in descriptors().file:
        pool.Add(file)
    return [message_factory.GetMessageClass(pool.FindMessageTypeByName(name)) for name in NAMES]
