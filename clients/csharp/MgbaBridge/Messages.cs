using System.Text.Json;
using System.Text.Json.Serialization;

namespace MgbaBridge;

internal sealed record MessageJson(string Text, int Frames);

internal sealed record ShownJson(bool Drawn);

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(MessageJson))]
[JsonSerializable(typeof(ShownJson))]
internal sealed partial class MessagesJson : JsonSerializerContext;
