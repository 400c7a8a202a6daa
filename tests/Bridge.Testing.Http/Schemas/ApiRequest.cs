using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;

namespace Bridge.Testing.Http.Schemas;

/// <summary>A request for an operation, whose parameters and body can be changed before it is sent.</summary>
public sealed class ApiRequest(ApiOperation operation)
{
    public ApiOperation Operation => operation;

    /// <summary>Gets the parameters by name, each with one text or with several repeated ones.</summary>
    public Dictionary<string, string[]> Parameters { get; } = [];

    /// <summary>Gets or sets the JSON body; null: none.</summary>
    public JsonNode? Body { get; set; }

    /// <summary>Gets or sets a body of bytes, and its media type.</summary>
    public (byte[] Bytes, string Type)? Raw { get; set; }

    /// <summary>Gets the path with the query.</summary>
    public string Address
    {
        get
        {
            var path = operation.Parameters.Where(parameter => parameter.IsInPath).Aggregate(operation.Path, (path, parameter) =>
                path.Replace($"{{{parameter.Name}}}", Uri.EscapeDataString(Parameters[parameter.Name][0]), StringComparison.Ordinal));
            var inPath = operation.Parameters.Where(parameter => parameter.IsInPath).Select(parameter => parameter.Name).ToHashSet();
            var query = Parameters.Where(pair => !inPath.Contains(pair.Key))
                .SelectMany(pair => pair.Value.Select(text => $"{pair.Key}={Uri.EscapeDataString(text)}")).ToArray();
            return query.Length == 0 ? path : $"{path}?{string.Join('&', query)}";
        }
    }

    /// <summary>Makes a random request that the document describes as valid.</summary>
    public static ApiRequest Make(ApiOperation operation, Random random, RandomValue values)
    {
        var request = new ApiRequest(operation);
        var excluded = operation.OneOf.SelectMany(group => Without(group, random)).ToHashSet();
        foreach (var parameter in operation.Parameters)
        {
            if (!parameter.IsRequired && (excluded.Contains(parameter.Name) || random.NextDouble() > values.Presence))
                continue;
            var usesExample = parameter.Example is not null && (parameter.Name == "emulator" || random.Next(2) == 0);
            request.Parameters[parameter.Name] = parameter.Texts(usesExample ? parameter.Example! : values.Make(parameter.Schema)!);
        }

        if (operation.JsonBody is { } schema && (operation.NeedsBody || random.Next(4) > 0))
            request.Body = random.Next(4) == 0 ? operation.BodyExample!.DeepClone() : values.Make(schema);
        else if (operation.OtherBodies is { Count: > 0 } types)
            // Any bytes, and also a list of bytes as the mGBA-http routes take it.
            request.Raw = (Encoding.ASCII.GetBytes("00,01"), types[random.Next(types.Count)]);
        return request;
    }

    public HttpRequestMessage ToMessage()
    {
        var message = new HttpRequestMessage(new HttpMethod(operation.Method), new Uri(Address, UriKind.Relative));
        if (Raw is var (bytes, type))
            message.Content = new ByteArrayContent(bytes) { Headers = { ContentType = new MediaTypeHeaderValue(type) } };
        else if (Body is not null)
            message.Content = new StringContent(Body.ToJsonString(), Encoding.UTF8, "application/json");
        return message;
    }

    public override string ToString()
    {
        var text = $"{operation.Name}: {operation.Method} {Address} {Body?.ToJsonString()}";
        return text.Length <= 1500 ? text : $"{text[..1500]}…";
    }

    // All of a group's parameters but one.
    private static IEnumerable<string> Without(string[] group, Random random)
    {
        var kept = random.Next(group.Length);
        return group.Where((_, index) => index != kept);
    }
}
